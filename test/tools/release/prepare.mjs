// npm runs this after it has installed what a checkout needs, and before it packs a checkout.
// - When npm installs the package from a repository, it packs a clone that it has made for this purpose and deletes afterwards: there
//   the modules of lib/ are joined, as in the package of a release. In every other checkout they stay as they are, and so does what is
//   linked to it.
// - A package that a person packs from a checkout works only on the platform of this machine. It is not published.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);

const refuse = (reason) => {
  console.error(
    `whatwg-transcoder: ${reason}. "npm run release -- pack" makes the tarball of a release, ` +
      'with addons for every supported platform in it.',
  );
  process.exitCode = 1;
};

const { _PACOTE_NO_PREPARE_: isThrownAway, npm_command: command } = process.env;
// npm sets the first variable while it installs in a clone of its own, and only then.
if (isThrownAway) {
  const { layJoined } = await import('./join/lay.mjs');
  await layJoined(fileURLToPath(root));
} else if (command === 'publish') {
  refuse('a checkout cannot be published');
} else if (
  command === 'pack' &&
  !existsSync(new URL('build/Release/whatwg_transcoder.node', root))
) {
  refuse('this checkout has no addon to pack: "npm run build" makes one for this platform');
}
