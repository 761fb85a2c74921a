'use strict';

// The texts that --help, --version and --list print.

const text = `Usage: whatwg-transcoder [-f NAME] [-t NAME] [OPTION]... [FILE]...
       whatwg-transcoder detect [OPTION]... [FILE]...
       whatwg-transcoder edit -f NAME [OPTION]... FILE... -- COMMAND [ARG]...
       whatwg-transcoder doctor [--json]
       whatwg-transcoder verify [--json]
Converts files from one encoding to another, as the Encoding Standard says.
It also knows code pages of DOS, Macintosh and EBCDIC, UTF-32, UTF-7, CESU-8,
hz-gb-2312 and iso-2022-kr.
Without a FILE, or where FILE is -, it reads standard input.
detect prints the encoding of each file, how sure it is, and the first line that
is not ASCII.
edit runs COMMAND once for each FILE, without a shell. COMMAND reads the text in
UTF-8 and writes the new text. Only the difference goes into the file, and all
other bytes stay. {} in COMMAND is the name of the file.
doctor lists the encodings that the runtime's TextDecoder decodes wrongly.
verify compares the loaded build with the certificates of the package.

  -f, --from-code=NAME      the encoding of the input (default: UTF-8); auto
                            detects it for each file, and leaves a file alone
                            where it is not certain; UTF-16 and UTF-32 obey a
                            byte order mark; lines:NAME reads each line as
                            UTF-8 or, if it is not UTF-8, by NAME
  -t, --to-code=NAME        the encoding of the output (default: UTF-8); ascii
                            writes only ASCII;
                            NAME//IGNORE has the meaning of -c
  -c, --omit                omit malformed input, and characters that the output
                            encoding does not contain; exit status 1 then
      --malformed=MODE      malformed input: fatal, replace (by U+FFFD), skip
      --unencodable=MODE    characters that the output encoding does not
                            contain: fatal, html (&#n;), replace (?), skip,
                            transliterate (similar text, or else ?)
      --allow=NAME,NAME,... with detect or -f auto: the encodings that a file
                            may be in
      --language=TAGS       with detect or -f auto: a hint, such as ja or ru,uk
      --top-level-domain=NAME
                            with detect or -f auto: a hint, such as jp
      --bom                 begin UTF-8, UTF-16 and UTF-32 output with a byte
                            order mark
  -o, --output=FILE         write to FILE instead of standard output; if FILE
                            ends with a slash or is a folder, write a file for
                            each input there
      --in-place[=SUFFIX]   convert each file in its place; with SUFFIX, keep
                            the old file under its name and SUFFIX
      --restore=SUFFIX      put back the files that --in-place=SUFFIX has kept
      --skip-utf8           with --in-place: leave files that are UTF-8 already
      --follow-symlinks     with --in-place and --restore: take the targets of
                            symbolic links
      --check               write nothing but a line for each problem:
                            FILE:LINE:COLUMN: at byte N: REASON
  -r, --recursive           with detect, --in-place, --restore, --check or
                            -o DIR/: all files in folders
      --files0-from=LIST    with detect, --in-place, --restore, --check or
                            -o DIR/: read names of files, each ended by NUL,
                            from LIST (- is standard input)
      --json                report as JSON, one object on each line
  -s, --silent              no messages about malformed or unencodable input,
                            and no summary
  -q, --quiet               no notes, no progress and no summary at the end
  -l, --list                list the encodings, each with its labels: those of
                            the standard, an empty line, and the others
  -h, --help                print this text
  -V, --version             print the version

Exit status: 0 when everything was converted; 1 when something failed, was
malformed or was omitted, when the encoding of a file is not certain (-f auto)
or unknown (detect), when the name of an encoding is not known, or when doctor
or verify found something wrong; 64 for another mistake in the command line; 141
when nobody reads the output.

Examples:
  whatwg-transcoder -f shift_jis old.txt > new.txt
  whatwg-transcoder -f latin1 --in-place=.old --skip-utf8 -r folder
  whatwg-transcoder --check *.txt
Manual:
`;

/** The encodings that the command has beside those of the core, each with its labels. */
const ownRows = [
  ['UTF-32', 'utf-32'],
  ['UTF-7', 'utf-7', 'unicode-1-1-utf-7'],
  ['UTF-7-IMAP', 'utf-7-imap'],
  ['CESU-8', 'cesu-8', 'cscesu-8'],
];

const help = () => `${text}  ${__dirname}/README.md\n`;

const packageVersion = () => require('../../package.json').version;

const version = () => `whatwg-transcoder ${packageVersion()}\n`;

/**
 * Returns the encodings that can be converted, each with its labels. The encodings of the standard, without `replacement`, come first.
 * An empty line stands before the encodings of whatwg-transcoder/encodings and the forms that the command alone has.
 */
function list(asJson) {
  const { standardRows } = require('../labels/encodings.js');
  const { otherRows } = require('../labels/other-labels.js');
  const lineOf = ([encoding, ...labels], standard) =>
    asJson ? JSON.stringify({ encoding, labels, standard }) : [encoding, ...labels].join(' ');
  const convertible = standardRows.filter(([name]) => name !== 'replacement');
  const lines = [
    ...convertible.map((row) => lineOf(row, true)),
    ...(asJson ? [] : ['']),
    ...[...otherRows, ...ownRows].map((row) => lineOf(row, false)),
  ];
  return `${lines.join('\n')}\n`;
}

module.exports = { help, list, ownRows, packageVersion, version };
