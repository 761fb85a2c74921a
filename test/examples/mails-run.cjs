'use strict';

// Reads mails from standard input with mailparser and postal-mime, and prints for each mail what each parser has found. mails.mjs
// starts it in three ways: « alone »; with the « override » of iconv-lite; and with the « polyfill ». Arguments: the way, and the path of
// a file beside which the packages are.

const Module = require('node:module');
const { createRequire } = Module;

const [way, project] = process.argv.slice(2);
const requirePackage = createRequire(project);
if (way === 'override') {
  const api = requirePackage.resolve('whatwg-transcoder/iconv-lite');
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (request, ...others) =>
    request === 'iconv-lite' ? api : resolve(request, ...others);
}
if (way === 'polyfill') requirePackage('whatwg-transcoder/polyfill');

/** The functions that read a mail, each with what it finds in the form of mails.py. */
const parsers = {
  async mailparser(bytes) {
    const { subject, from, text, attachments } =
      await requirePackage('mailparser').simpleParser(bytes);
    return [subject, from?.value[0].name, text, attachments[0]?.filename];
  },
  async 'postal-mime'(bytes) {
    const { default: PostalMime } = await import(requirePackage.resolve('postal-mime'));
    const { subject, from, text, attachments } = await PostalMime.parse(bytes);
    return [subject, from?.name, text, attachments[0]?.filename];
  },
};

async function run() {
  let input = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) input += chunk;
  for (const line of input.trimEnd().split('\n')) {
    const { mail } = JSON.parse(line);
    const found = {};
    for (const [name, parse] of Object.entries(parsers)) {
      const [subject, person, text, file] = await parse(Buffer.from(mail, 'base64'));
      found[name] = { subject, name: person, text: text?.trim(), file: file ?? null };
    }
    console.log(`found ${JSON.stringify(found)}`);
  }
}

run();
