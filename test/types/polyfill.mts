// A module that uses the types of the polyfill: all that must compile, and all that the compiler must refuse.

import { type ReplacedName, replaced } from 'whatwg-transcoder/polyfill';

const names: readonly ReplacedName[] = replaced;
const isMended: boolean = replaced.includes('TextDecoder') && replaced.length > 0;
// @ts-expect-error TextEncoder is never replaced
replaced.includes('TextEncoder');
// @ts-expect-error the list is frozen
replaced.push('TextDecoder');

export { isMended, names };
