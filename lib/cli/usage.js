'use strict';

// What --help, --version and --list print.

const { encodings, labels } = require('../native/encodings.js');

const text = `Usage: whatwg-transcoder [-f NAME] [-t NAME] [OPTION]... [FILE]...
       whatwg-transcoder doctor [--json]
Converts files from one encoding to another, as the Encoding Standard says.
Without a FILE, or where FILE is -, it reads standard input.
doctor reports what the TextDecoder of the running runtime decodes wrongly.

  -f, --from-code=NAME      the encoding of the input (default: UTF-8)
  -t, --to-code=NAME        the encoding of the output (default: UTF-8);
                            NAME//IGNORE has the meaning of -c
  -c, --omit                omit what is malformed, and what the output encoding
                            does not contain; the exit status is then 1
      --malformed=MODE      malformed input: fatal, replace (by U+FFFD), skip
      --unencodable=MODE    what the output encoding does not contain:
                            fatal, html (&#n;), replace (?), skip
      --bom                 begin UTF-8 and UTF-16 output with a byte order mark
  -o, --output=FILE         write to FILE instead of standard output
      --in-place[=SUFFIX]   convert each file in its place; with SUFFIX, keep
                            the old file under its name and SUFFIX
      --skip-utf8           with --in-place: leave files that are UTF-8 already
      --follow-symlinks     with --in-place: convert what symbolic links name
      --check               write nothing but a line for each problem:
                            FILE:OFFSET: REASON
  -r, --recursive           with --in-place or --check: all files in folders
      --files0-from=LIST    with --in-place or --check: read names of files,
                            each ended by NUL, from LIST (- is standard input)
      --json                report as JSON, one object on each line
  -s, --silent              no messages about malformed or unencodable input
  -l, --list                list the encodings, each with its labels
  -h, --help                print this text
  -V, --version             print the version

Exit status: 0 when everything was converted; 1 when something failed, was
malformed or was omitted, or when doctor found something wrong; 64 for a
mistake in the command line; 141 when nobody reads the output.
`;

const help = () => text;

const packageVersion = () => require('../../package.json').version;

const version = () => `whatwg-transcoder ${packageVersion()}\n`;

/** The encodings that can be converted, each with its labels: the standard's, without `replacement`. */
function list(asJson) {
  const lines = encodings
    .filter((encoding) => encoding !== 'replacement')
    .map((encoding) => {
      const own = Object.keys(labels).filter((label) => labels[label] === encoding);
      return asJson ? JSON.stringify({ encoding, labels: own }) : [encoding, ...own].join(' ');
    });
  return `${lines.join('\n')}\n`;
}

module.exports = { help, list, packageVersion, version };
