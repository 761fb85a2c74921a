// The detectors that are compared, each behind the same API, and what their answers mean.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decode } from 'whatwg-transcoder';
import { detect } from 'whatwg-transcoder/detect';
import { encodingFor } from 'whatwg-transcoder/encodings';
import { installed } from '../tools/bench/scratch.mjs';

// Packages of npm. The version of the command uchardet is added when it is found.
export const versions = { 'chardetng-wasm': '1.0.2', jschardet: '4.1.0', chardet: '2.2.0' };

/** The hints for a language, as our detector takes them. */
const domain = ({ tld }) => ({ topLevelDomain: tld });
const language = ({ lang }) => ({ language: lang });

const ours = (hints) => (bytes, sample) => {
  const { codePages, allow } = sample;
  return detect(bytes, { ...hints(sample), codePages, allow });
};

export const OURS = 'whatwg-transcoder';
export const WITH_DOMAIN = ', domain';
export const WITH_LANGUAGE = ', language';

/**
 * Returns the detectors: { name, isHinted, isSlow, call(bytes, sample) }, where a call returns { encoding } with a name or null.
 * `call` of uchardet is undefined: `uchardet` below asks for many samples at once. A slow one is asked with the first seed only.
 */
export async function makeDetectors(say, isOnlyOurs) {
  const detectors = [
    { name: OURS, call: ours(() => undefined) },
    { name: OURS + WITH_DOMAIN, isHinted: true, call: ours(domain) },
    { name: OURS + WITH_LANGUAGE, isHinted: true, call: ours(language) },
  ];
  if (isOnlyOurs) return detectors;
  const require = installed('detectors', { ...versions }, say);
  const add = (name, call, rest) => detectors.push({ name, call, ...rest });
  try {
    const path = require.resolve('chardetng-wasm/dist/chardetng_wasm.js');
    const { EncodingDetector } = await import(pathToFileURL(path).href);
    // A sample is the beginning of a longer text, so chardetng is not told that it is complete, as its own `detect` does.
    const guess = (bytes, tld) => {
      const detector = EncodingDetector.new();
      detector.feed(bytes, false);
      const encoding = detector.guess(tld, true);
      detector.free();
      return { encoding };
    };
    add('chardetng', (bytes) => guess(bytes, undefined));
    add(`chardetng${WITH_DOMAIN}`, (bytes, { tld }) => guess(bytes, tld), { isHinted: true });
    const jschardet = require('jschardet');
    const isSure = (confidence) => confidence > 0.9;
    add(
      'jschardet',
      (bytes) => {
        const { encoding, confidence } = jschardet.detect(bytes);
        return { encoding, isReliable: isSure(confidence) };
      },
      { isSlow: true },
    );
    const chardet = require('chardet');
    add(
      'chardet',
      (bytes) => {
        const [best] = chardet.analyse(bytes);
        return { encoding: best?.name ?? null, isReliable: isSure(best?.confidence / 100) };
      },
      { isSlow: true },
    );
  } catch (error) {
    say(`a peer could not be loaded: ${error.message}`);
  }
  const { stdout } = spawnSync('uchardet', ['--version'], { encoding: 'utf8' });
  const [, version] = /Version (\S+)/.exec(stdout) ?? [];
  if (version === undefined) say('uchardet is missing; on Debian: apt-get install uchardet');
  else {
    versions.uchardet = version;
    add('uchardet', undefined, { isSlow: true });
  }
  return detectors;
}

// In files: how many the command uchardet gets at once.
const BATCH = 500;

/** Returns the answers of the command uchardet to many samples, as { encoding }. */
export function uchardet(list) {
  const folder = mkdtempSync(join(tmpdir(), 'whatwg-transcoder-uchardet-'));
  try {
    const answers = [];
    for (let from = 0; from < list.length; from += BATCH) {
      const names = list.slice(from, from + BATCH).map((bytes, k) => {
        writeFileSync(join(folder, `${k}`), bytes);
        return `${k}`;
      });
      const { stdout } = spawnSync('uchardet', names, { cwd: folder, encoding: 'utf8' });
      const lines = stdout.trimEnd().split('\n');
      if (lines.length !== names.length) throw new Error(`uchardet answered ${lines.length} times`);
      for (const line of lines) {
        const name = line.slice(line.indexOf(': ') + 2);
        answers.push({ encoding: name === 'unknown' ? null : name });
      }
    }
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Answers that neither the standard nor resolveLabel knows, and what they mean: the name of a code page that decodes the same.
const otherNames = new Map(
  Object.entries({
    'ISO-8859-8-I': 'iso-8859-8', // the order of Hebrew letters is no matter of decoding
    MacRoman: 'macintosh',
    MacCyrillic: 'x-mac-cyrillic',
    'MAC-CYRILLIC': 'x-mac-cyrillic',
    'MAC-CENTRALEUROPE': 'x-mac-ce',
    MacLatin2: 'x-mac-ce',
    MacGreek: 'x-mac-greek',
    MacIceland: 'x-mac-icelandic',
    MacTurkish: 'x-mac-turkish',
  }),
);

const decoders = new Map();

/** Returns the function that decodes what a detector calls `name`; undefined for what nobody can decode. */
function decoderOf(name) {
  const known = otherNames.get(name) ?? name;
  const handle = encodingFor(known);
  return handle === null ? undefined : (bytes) => decode(bytes, handle, { ignoreBOM: true });
}

// Answers that no decoder was found for: how often each was given.
export const unknownAnswers = new Map();

/** Decodes the bytes by the name that a detector gave; undefined where nobody can. */
export function decodeBy(bytes, name) {
  if (!decoders.has(name)) decoders.set(name, decoderOf(name));
  const decoder = decoders.get(name);
  if (decoder === undefined) unknownAnswers.set(name, (unknownAnswers.get(name) ?? 0) + 1);
  return decoder?.(bytes);
}

const withoutEnd = (text) => text.replace(/\uFFFD+$/, '');

/**
 * Returns a function that says whether an answer is right: decoding the sample by it gives the text. Of a sample that is cut inside
 * a character, what decoding by the right encoding reads as U+FFFD at the end does not count.
 */
export function judgeOf({ enc, isCut }, bytes) {
  if (enc === null) return (name) => name === null;
  const text = decodeBy(bytes, enc);
  const trim = isCut ? withoutEnd : (decoded) => decoded;
  const right = trim(text);
  return (name) => {
    if (name === null) return false;
    if (name === enc) return true;
    const decoded = decodeBy(bytes, name);
    return decoded !== undefined && trim(decoded) === right;
  };
}
