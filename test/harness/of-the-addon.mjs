// Some tests are about what only the native addon has, such as memory that it manages itself.

import { backend } from '../../lib/index.mjs';

/** it() where the native addon runs. Where the WebAssembly module runs, there is no such test. */
export const itOfAddon = backend === 'native' ? it : () => {};
