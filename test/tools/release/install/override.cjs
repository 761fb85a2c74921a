'use strict';

// override.mjs copies this file into the projects that it makes. For each package that is named, and for the project itself where
// the name is `.`, it prints which package that one gets for iconv-lite, which backend runs in it, and what it decodes.

const { createRequire } = require('node:module');

const found = process.argv.slice(2).map((user) => {
  const requireOf = user === '.' ? require : createRequire(require.resolve(user));
  const iconv = requireOf('iconv-lite');
  const { name } = requireOf('iconv-lite/package.json');
  const isOurs = name === 'whatwg-transcoder-iconv-lite';
  const own = isOurs && createRequire(requireOf.resolve('iconv-lite'))('whatwg-transcoder');
  const text = iconv.decode(Buffer.of(0x93, 0xfa, 0x81, 0x22), 'shift_jis');
  return [user, name, own === false ? 'none' : own.backend, text];
});
console.log(JSON.stringify(found));
