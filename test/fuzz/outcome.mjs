// Describes what a call returns or throws as plain data, so that the outcomes of two backends can be compared.

import { AssertionError } from 'node:assert';
import { types } from 'node:util';
import { Thrown } from './world.mjs';

/** Errors that the engine throws where a value of the caller cannot be converted, or its properties cannot be read. They have no code. */
const ofTheEngine = [
  /^Cannot perform '(?:get|getPrototypeOf|has|ownKeys)' on a proxy that has been revoked$/,
  /^Cannot convert a Symbol value to a (?:string|number)$/,
  /^Cannot convert a BigInt value to a number$/,
  /^Cannot convert object to primitive value$/,
  /^Cannot mix BigInt/,
];

function plainError(error) {
  if (error instanceof Thrown) return { thrown: error.message };
  const { name, message, code } = error;
  if (code === undefined && !ofTheEngine.some((pattern) => pattern.test(message))) {
    throw new AssertionError({ message: `an error without a code: ${error.stack}` });
  }
  const own = {};
  for (const key of Object.keys(error)) own[key] = plain(error[key]);
  return { name, message, ...own, ...(error.cause && { cause: plain(error.cause) }) };
}

/** Returns a value as data that assert.deepEqual() compares and prints well. */
export function plain(value) {
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return value;
  if (types.isNativeError(value)) return plainError(value);
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('hex');
    return `${value.constructor.name} ${bytes}`;
  }
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

/** Returns what a call returns, or what its promise is fulfilled with, or what it throws. A failed assertion is thrown on. */
export async function outcomeOf(call) {
  try {
    return { returns: plain(await call()) };
  } catch (error) {
    if (error instanceof AssertionError) throw error;
    return { throws: types.isNativeError(error) ? plainError(error) : plain(error) };
  }
}
