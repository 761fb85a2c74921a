// Asks a browser's page how it encodes blocks of scalar values in documents of legacy encodings: in
// the queries of URLs and in submitted forms. This module runs both in Node and in the page, so it
// imports nothing.

const blockSize = 0x1000;

/** The number of blocks. The last block has the lone surrogates, each after a letter. */
export const blockCount = 0x110000 / blockSize + 1;

const isSurrogate = (codePoint) => codePoint >= 0xd800 && codePoint <= 0xdfff;

/**
 * The characters of a block, in order, without those that URLs and forms change: line breaks, TAB,
 * which is removed, and #, which begins a fragment.
 */
export function charactersOf(block) {
  const characters = [];
  if (block === blockCount - 1) {
    for (let unit = 0xd800; unit <= 0xdfff; unit += 1) {
      characters.push('A', String.fromCharCode(unit));
    }
    return characters;
  }
  for (let c = block * blockSize; c < (block + 1) * blockSize; c += 1) {
    if (isSurrogate(c) || [0x09, 0x0a, 0x0d, 0x23].includes(c)) continue;
    characters.push(String.fromCodePoint(c));
  }
  return characters;
}

/** Two 32-bit hashes of a text (FNV-1a and a multiple of it), as one string. */
export function hash(text) {
  let [left, right] = [0x811c9dc5, 0x050c5d1f];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    left = Math.imul(left ^ unit, 0x01000193);
    right = Math.imul(right ^ unit, 0x85ebca6b);
  }
  return `${text.length} ${left >>> 0} ${right >>> 0}`;
}

const frames = new Map();

/** A document in the encoding, in a frame. Each encoding has one such document. */
async function documentIn(encoding) {
  if (!frames.has(encoding)) {
    const frame = document.createElement('iframe');
    frame.src = `/document?${encoding}`;
    const loaded = new Promise((resolve) => {
      frame.onload = resolve;
    });
    document.body.append(frame);
    await loaded;
    frames.set(encoding, frame);
  }
  return frames.get(encoding).contentDocument;
}

/** The encoding of a document as the document itself reports it. */
export async function characterSetOf(_, encoding) {
  return (await documentIn(encoding)).characterSet;
}

/** Removes the document that has this encoding. */
export function forget(_, encoding) {
  frames.get(encoding)?.remove();
  frames.delete(encoding);
}

// A letter at the end, so that the spaces before it are not trimmed.
const queryOf = (owner, text) => {
  const link = owner.createElement('a');
  link.href = `?${text}z`;
  return link.search.slice(1, -1);
};

/** The hash of each block's query: `<a href="?…">`, then the `search` of this link. */
export async function hashQueries(_, encoding, blocks) {
  const owner = await documentIn(encoding);
  return blocks.map((block) => hash(queryOf(owner, charactersOf(block).join(''))));
}

/** The query of each text. */
export async function queriesOf(_, encoding, texts) {
  const owner = await documentIn(encoding);
  return texts.map((text) => queryOf(owner, text));
}

async function submit(owner, name, text) {
  const sink = owner.createElement('iframe');
  sink.name = 'sink';
  const ready = new Promise((resolve) => {
    sink.onload = resolve;
  });
  owner.body.append(sink);
  await ready;
  const form = owner.createElement('form');
  form.method = 'post';
  form.action = `/submit?${name}`;
  form.target = 'sink';
  const field = owner.createElement('input');
  field.type = 'hidden';
  field.name = 'v';
  field.value = text;
  form.append(field);
  owner.body.append(form);
  const loaded = new Promise((resolve) => {
    sink.onload = resolve;
  });
  form.submit();
  await loaded;
  sink.remove();
  form.remove();
}

/**
 * Submits a form for each block, with the block as its value, to /submit?BLOCK. The server gets the
 * body.
 */
export async function submitBlocks(_, encoding, blocks) {
  const owner = await documentIn(encoding);
  for (const block of blocks) await submit(owner, block, charactersOf(block).join(''));
}

/** Submits a form with a text as its value to /submit?NAME. */
export async function submitText(_, encoding, name, text) {
  await submit(await documentIn(encoding), name, text);
}
