// A module that uses the types of whatwg-transcoder/detect: all that must compile, and all that the compiler must refuse.

import { Readable, type Transform } from 'node:stream';
import type { EncodingName } from 'whatwg-transcoder';
import {
  type DecodedLine,
  type DetectByLineOptions,
  type DetectDecodeOptions,
  DetectDecodeStream,
  type DetectDecodeStreamOptions,
  DetectDecodeTransform,
  type DetectedCandidate,
  type DetectedName,
  type DetectedRange,
  type DetectHints,
  type Detection,
  type DetectOptions,
  Detector,
  detect,
  type NotDetectableError,
  type NotDetectedError,
} from 'whatwg-transcoder/detect';
import type { OtherEncodingName } from 'whatwg-transcoder/encodings';
import { sniffEncoding } from 'whatwg-transcoder/http';

const bytes = Buffer.from('text');

// What bytes are.
const hints: DetectHints = {
  topLevelDomain: 'jp',
  language: 'ja',
  allow: new Set(['sjis', 'euc-jp', 'utf-8']),
  codePages: true,
  fallback: 'windows-1252',
  isWhole: true,
};
const options: DetectOptions = { ...hints, start: 0, end: 4 };
const detection: Detection = detect(bytes, options);
detect(new ArrayBuffer(1), null);
detect(new DataView(new SharedArrayBuffer(1)), { topLevelDomain: null, language: undefined });
const name: DetectedName | null = detection.encoding;
const names: DetectedName[] = [
  'UTF-8' satisfies EncodingName,
  'ibm437' satisfies OtherEncodingName,
  'UTF-32LE',
];
const [candidate]: DetectedCandidate[] = detection.candidates;
const told: [boolean, boolean, string | null, number | undefined] = [
  detection.isReliable,
  detection.isAscii,
  detection.language,
  candidate?.probability,
];
// @ts-expect-error a string is no bytes
detect('text');
// @ts-expect-error the encoding may be null
const certain: DetectedName = detection.encoding;
// @ts-expect-error a list of labels
detect(bytes, { allow: [866] });
// @ts-expect-error one string
detect(bytes, { language: ['de', 'en'] });

// Lines.
const byLine: DetectByLineOptions = { ...hints, byLine: true, start: 1 };
const [range]: DetectedRange[] = detect(bytes, byLine);
const ofRange: [number, number, DetectedName | null, boolean] | undefined = range && [
  range.start,
  range.end,
  range.encoding,
  range.isReliable,
];
const wholeAgain: Detection = detect(bytes, { byLine: false });
// @ts-expect-error ranges
const wrong: Detection = detect(bytes, { byLine: true });

// A stream of bytes.
const detector = new Detector(hints);
const isCertain: boolean = detector.write(bytes);
const now: Detection = detector.result;
const last: Detection = detector.end(new Uint8Array(1));
detector.end();
// @ts-expect-error a detector has no part
new Detector({ start: 1 });
// @ts-expect-error it is read alone
detector.result = now;

// Streams of text.
const nodeOptions: DetectDecodeStreamOptions = {
  ...hints,
  maxBytes: 1e6,
  fatal: true,
  encoding: 'utf8',
  highWaterMark: 9,
};
const stream: Transform = new DetectDecodeStream(nodeOptions);
const decoder = new DetectDecodeStream();
const detected: Promise<Detection> = decoder.detected;
const counts: [number, number | null] = [decoder.replacements, decoder.firstErrorOffset];
Readable.from([bytes]).pipe(decoder);
const webOptions: DetectDecodeOptions = { malformed: 'skip', maxErrors: 1, allow: null };
const pair = new DetectDecodeTransform(webOptions);
const text: ReadableStream<string> = new Response(bytes).body?.pipeThrough(pair) ?? pair.readable;
const ofPair: Promise<Detection> = pair.detected;
const linesPair = new DetectDecodeTransform<DecodedLine>({ lines: true, idle: 50 });
const lines: ReadableStream<DecodedLine> = linesPair.readable;
linesPair.flush();
decoder.flush();
const line: DecodedLine = { text: '\n', encoding: 'GBK', isContinuation: true };
// @ts-expect-error options of a stream of Node.js
new DetectDecodeTransform({ highWaterMark: 1 });

// Errors.
const codes: [NotDetectableError['code'], NotDetectedError['code']] = [
  'ERR_ENCODING_NOT_DETECTABLE',
  'ERR_ENCODING_NOT_DETECTED',
];

// HTTP.
sniffEncoding(bytes, 'text/html', { detect: true, language: 'ja', topLevelDomain: 'jp' });
// @ts-expect-error it is a boolean or a function
sniffEncoding(bytes, 'text/html', { detect: 'yes' });

export {
  certain,
  codes,
  counts,
  detected,
  isCertain,
  last,
  line,
  lines,
  name,
  names,
  ofPair,
  ofRange,
  stream,
  text,
  told,
  wholeAgain,
  wrong,
};
