// A module that uses the types of whatwg-transcoder/labels: all that must compile, and all that the compiler must refuse.

import { decode, type EncodingName } from 'whatwg-transcoder';
import {
  type AmbiguousName,
  ambiguousNames,
  labelFromCodePage,
  type NameSource,
  type OtherName,
  otherNames,
  type ResolvedName,
  resolveLabel,
  type WindowsCodePage,
  windowsCodePages,
} from 'whatwg-transcoder/labels';

const found: (ResolvedName | null)[] = [resolveLabel('cp932'), labelFromCodePage(932)];
// @ts-expect-error it may be null
const never: ResolvedName = resolveLabel('cp932');
const standard: ResolvedName = 'EUC-JP' satisfies EncodingName;
const other: ResolvedName[] = ['eucjp-ms', 'ibm437', 'hz-gb-2312'];
// @ts-expect-error it may be a code page that the package root does not have
const always: EncodingName = resolveLabel('cp932') ?? 'UTF-8';
const text: string = decode(new Uint8Array(1), resolveLabel('cp932') ?? 'utf-8');
// @ts-expect-error a number is not a name
resolveLabel(932);
// @ts-expect-error a string is not the number of a code page
labelFromCodePage('932');

const names: readonly OtherName[] = otherNames;
const sources: readonly NameSource[] = names.flatMap(({ sources: own }) => own);
const differences: (string | null)[] = names.map(({ difference }) => difference);
const codePages: readonly WindowsCodePage[] = windowsCodePages;
const numbers: number[] = codePages.map(({ codePage }) => codePage);
const ambiguous: readonly AmbiguousName[] = ambiguousNames;
const meanings: string[] = ambiguous.flatMap(({ elsewhere }) =>
  elsewhere.map(({ in: programs, meaning }) => `${programs.join()}: ${meaning}`),
);
const here: (ResolvedName | null)[] = ambiguous.map(({ here: own }) => own);
// @ts-expect-error the list is frozen
otherNames.push(otherNames[0]);
// @ts-expect-error its rows are frozen
for (const row of windowsCodePages) row.codePage = 1;

export {
  always,
  differences,
  found,
  here,
  meanings,
  never,
  numbers,
  other,
  sources,
  standard,
  text,
};
