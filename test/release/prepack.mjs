// npm runs this before it packs a checkout. Such a package works only on the platform of this
// machine.

import { existsSync } from 'node:fs';

const addon = new URL('../../build/Release/whatwg_transcoder.node', import.meta.url);

const refuse = (reason) => {
  console.error(
    `whatwg-transcoder: ${reason}. "npm run release -- pack" makes the tarball of a release, ` +
      'with addons for every supported platform in it.',
  );
  process.exitCode = 1;
};

if (process.env.npm_command === 'publish') {
  refuse('a checkout cannot be published');
} else if (!existsSync(addon)) {
  refuse('this checkout has no addon to pack: "npm run build" makes one for this platform');
}
