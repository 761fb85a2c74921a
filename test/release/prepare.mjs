// npm runs this after it has installed what a checkout needs. When npm installs the package from a repository, it packs a clone
// that it has made for this purpose and deletes afterwards: there the modules of lib/ are joined, as in the package of a release.
// In every other checkout they stay as they are, and so does what is linked to it.

import { fileURLToPath } from 'node:url';

// npm sets this variable while it installs in such a clone, and only then.
if (process.env._PACOTE_NO_PREPARE_) {
  const { layJoined } = await import('./join/lay.mjs');
  layJoined(fileURLToPath(new URL('../../', import.meta.url)));
}
