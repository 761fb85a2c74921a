// Runs compare.cjs with the package loaded by import.

import * as library from 'whatwg-transcoder';
import * as hooks from 'whatwg-transcoder/hooks';
import { compare } from './compare.cjs';

compare(library, hooks);
