// Prints the results of exercise.cjs with the package loaded by import.

import * as library from 'whatwg-transcoder';
import * as hooks from 'whatwg-transcoder/hooks';
import { resultsOf } from './exercise.cjs';

console.log(JSON.stringify(resultsOf(library, hooks)));
