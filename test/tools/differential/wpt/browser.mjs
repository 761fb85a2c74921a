// The small part of a browser that the HTML tests of the Encoding Standard need: documents with an
// encoding, frames, the query of a link, the submission of a form, XMLHttpRequest for text. It uses
// this package's hooks to decode and to encode.

import {
  BOMSniff,
  decode,
  getEncoding,
  getOutputEncoding,
  percentEncodeAfterEncoding,
  serializeUrlencoded,
} from 'whatwg-transcoder/hooks';

const latin1 = (bytes) => Buffer.from(bytes).toString('latin1');
const charsetOf = (contentType) => /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? null;
// Enough for well-formed tags of
// https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
const metaCharset = /<meta\b[^>]*?\bcharset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>/;]+))/i;
const metaCharsetOf = (bytes) => {
  const match = metaCharset.exec(latin1(bytes.subarray(0, 1024)));
  return match === null ? null : (match[1] ?? match[2] ?? match[3]);
};
const attribute = (attributes, name) => {
  const pattern = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i');
  const match = pattern.exec(attributes);
  return match === null ? null : (match[1] ?? match[2] ?? match[3]);
};
const withoutTags = (markup) => markup.replace(/<[^>]*>/g, '');

/** The answers of web-platform-tests' own server that are not files. */
const served = {
  'single-byte-raw.py': (label) => ({
    bytes: Uint8Array.from({ length: 255 }, (_, byte) => byte),
    contentType: `text/plain;charset=${label}`,
  }),
  'text-plain-charset.py': (label) => ({
    bytes: Buffer.from('hello encoding'),
    contentType: `text/plain;charset=${label}`,
  }),
  'text-html-meta-charset.py': (label) => ({
    bytes: Buffer.from(`<meta charset="${label}">hello encoding`),
    contentType: 'text/html',
  }),
};

/**
 * A document. Its encoding comes from the byte order mark, Content-Type, <meta>, or else the
 * parent.
 */
class Document {
  #text;
  #frames;

  constructor({ bytes, contentType }, parent, frames) {
    this.contentType = contentType.split(';')[0];
    const isXML = this.contentType.endsWith('xml');
    const label = charsetOf(contentType) ?? (isXML ? null : metaCharsetOf(bytes));
    const named = label === null ? null : getEncoding(label);
    const fallback = isXML ? 'UTF-8' : (parent?.characterSet ?? 'windows-1252');
    this.characterSet = BOMSniff(bytes) ?? named ?? fallback;
    this.inputEncoding = this.characterSet;
    this.metaCharset = metaCharsetOf(bytes);
    this.#text = decode(bytes, this.characterSet);
    this.#frames = frames;
    this.documentElement = {};
    const append = (element) => frames.append(element);
    this.body = {
      append,
      appendChild: append,
      removeChild: (element) => element.remove(),
      textContent: withoutTags(this.#text),
    };
  }

  /** The scripts in the markup, in order: { src, code }. */
  get scripts() {
    return [...this.#text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].map(
      ([, attributes, code]) => ({ src: attribute(attributes, 'src'), code }),
    );
  }

  /** The frames in the markup: { src, id }. */
  get frames() {
    return [...this.#text.matchAll(/<iframe\b([^>]*)>/gi)].map(([, attributes]) => ({
      src: attribute(attributes, 'src'),
      id: attribute(attributes, 'id'),
    }));
  }

  get onload() {
    return attribute(/<body\b([^>]*)>/i.exec(this.#text)?.[1] ?? '', 'onload');
  }

  querySelector(selector) {
    if (selector !== 'meta[charset]') throw new Error(`this browser has no selector ${selector}`);
    return { getAttribute: () => this.metaCharset };
  }

  querySelectorAll(selector) {
    if (selector !== 'span') throw new Error(`this browser has no selector ${selector}`);
    return [...this.#text.matchAll(/<span\b([^>]*)>([\s\S]*?)<\/span>/gi)].map(
      ([, attributes, textContent]) => ({
        textContent,
        dataset: {
          cp: attribute(attributes, 'data-cp'),
          bytes: attribute(attributes, 'data-bytes'),
        },
      }),
    );
  }

  getElementById(id) {
    const frame = this.#frames.all('iframe').find((element) => element.id === id);
    if (frame !== undefined) return frame;
    const pattern = new RegExp(`<(\\w+)\\b[^>]*\\bid="?${id}\\b[^>]*>([\\s\\S]*?)</\\1>`, 'i');
    const match = pattern.exec(this.#text);
    return match === null ? null : { textContent: withoutTags(match[2]) };
  }

  getElementsByTagName(name) {
    return this.#frames.all(name);
  }

  createElement(name) {
    if (name === 'a') return new Link(this);
    if (name === 'iframe') return new Frame(this.#frames);
    if (name === 'form') return new Form(this.#frames);
    if (name === 'input') return { localName: 'input' };
    throw new Error(`this browser has no element ${name}`);
  }
}

/** https://html.spec.whatwg.org/#the-a-element */
class Link {
  #document;

  constructor(document) {
    this.#document = document;
  }

  // The query that the URL parser makes of `href`, whose scheme is a special one.
  // https://url.spec.whatwg.org/#query-state
  get search() {
    const query = /^[^?#]*\?([^#]*)/.exec(this.href.replace(/[\t\n\r]/g, ''))?.[1];
    if (query === undefined || query === '') return '';
    const encoding = getOutputEncoding(this.#document.characterSet);
    return `?${percentEncodeAfterEncoding(encoding, query, 'special-query')}`;
  }
}

/** https://html.spec.whatwg.org/#the-iframe-element */
class Frame {
  localName = 'iframe';
  style = {};
  onload = null;
  #frames;

  constructor(frames) {
    this.#frames = frames;
  }

  get contentDocument() {
    return this.contentWindow?.document ?? null;
  }

  /** Loads the answer of a URL, and fires the event for it in a new task. */
  navigate(reference) {
    const location = new URL(reference, 'http://web-platform.test/');
    const document = reference.startsWith('/common/blank.html')
      ? null
      : this.#frames.documentAt(reference);
    this.contentWindow = { document, location };
    this.contentWindow.window = this.contentWindow;
    setImmediate(() => this.onload?.());
  }

  remove() {
    this.#frames.remove(this);
  }
}

/** https://html.spec.whatwg.org/#the-form-element, with the method GET */
class Form {
  localName = 'form';
  #frames;
  #inputs = [];

  constructor(frames) {
    this.#frames = frames;
  }

  appendChild(input) {
    this.#inputs.push(input);
    this.#frames.append(input);
  }

  submit() {
    const tuples = this.#inputs.map(({ name, value }) => [name, value]);
    const query = serializeUrlencoded(tuples, this.acceptCharset);
    const target = this.#frames.all('iframe').find((frame) => frame.name === this.target);
    target.navigate(`${this.action}?${query}`);
  }
}

/** The elements of the one document that has scripts, and the window around it. */
export class Browser {
  #load;
  #pathOf;
  #runScript;
  #elements = [];
  #document = null;

  constructor({ load, pathOf, runScript }) {
    this.#load = load;
    this.#pathOf = pathOf;
    this.#runScript = runScript;
    this.XMLHttpRequest = requestClass((reference) => this.#answerOf(reference));
  }

  /** Opens a page: its frames, then its scripts, then the listeners of the event "load". */
  open(path, expose) {
    const listeners = [];
    this.#document = new Document(this.#answerOf(`/${path}`), null, this);
    expose({
      document: this.#document,
      window: globalThis,
      frames: [],
      addEventListener: (type, listener) => type === 'load' && listeners.push(listener),
    });
    for (const { src, id } of this.#document.frames) {
      const frame = Object.assign(this.#document.createElement('iframe'), { src, id });
      this.append(frame);
      globalThis.frames.push(frame.contentWindow);
    }
    for (const { src, code } of this.#document.scripts) {
      if (/testharness(report)?\.js$/.test(src ?? '')) continue;
      // https://html.spec.whatwg.org/#fetch-a-classic-script
      const text =
        src === null ? code : decode(this.#load(this.#pathOf(src)), this.#document.characterSet);
      this.#runScript(text, src ?? path);
    }
    if (this.#document.onload !== null) this.#runScript(this.#document.onload, 'onload');
    for (const listener of listeners) listener();
  }

  /** Opens the page that the server makes for a test that is only a script. */
  openBlank(expose) {
    const answer = { bytes: Buffer.alloc(0), contentType: 'text/html;charset=utf-8' };
    this.#document = new Document(answer, null, this);
    expose({ document: this.#document, window: globalThis });
  }

  append(element) {
    this.#elements.push(element);
    if (typeof element.src === 'string') element.navigate(element.src);
  }

  remove(element) {
    this.#elements = this.#elements.filter((other) => other !== element);
  }

  all(localName) {
    return this.#elements.filter((element) => element.localName === localName);
  }

  documentAt(reference) {
    return new Document(this.#answerOf(reference), this.#document, this);
  }

  #answerOf(reference) {
    const [path, query] = this.#pathOf(reference).split('?');
    const answer = served[path.split('/').at(-1)];
    if (answer !== undefined) return answer(new URLSearchParams(query).get('label'));
    let contentType = path.endsWith('.xml') ? 'application/xml' : 'text/html';
    try {
      const headers = this.#load(`${path}.headers`).toString();
      contentType = /^Content-Type:\s*(.*?)\s*$/im.exec(headers)?.[1] ?? contentType;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    return { bytes: this.#load(path), contentType };
  }
}

/** https://xhr.spec.whatwg.org/, asynchronous and for text */
function requestClass(answerOf) {
  return class XMLHttpRequest {
    onload = null;
    #url;
    #mimeType = null;

    open(_method, url) {
      this.#url = url;
    }

    overrideMimeType(mimeType) {
      this.#mimeType = mimeType;
    }

    send() {
      const data = /^data:([^,]*),(.*)$/s.exec(this.#url);
      const { bytes, contentType } =
        data === null
          ? answerOf(this.#url)
          : { bytes: Buffer.from(unescape(data[2]), 'latin1'), contentType: data[1] };
      const charset = charsetOf(this.#mimeType ?? contentType);
      // https://xhr.spec.whatwg.org/#text-response
      const encoding = (charset === null ? null : getEncoding(charset)) ?? 'UTF-8';
      this.responseText = decode(bytes, encoding);
      setImmediate(() => this.onload?.());
    }
  };
}
