'use strict';

// Reads the command line and checks that its options belong together.

const { parseArgs } = require('node:util');
const { isAsciiCompatible, isUnicode, names } = require('../labels/encodings.js');
const { unencodableModes } = require('../transcoding/options.js');
const { AUTO, LINES, isForm, toList, toSource, toTarget } = require('./conversion.js');
const { CommandError } = require('./errors.js');
const { isSeparator, isWindows } = require('../files/paths.js');
const { isFolder } = require('../files/files.js');

const string = (short) => ({ type: 'string', ...(short && { short }) });
const flag = (short) => ({ type: 'boolean', ...(short && { short }) });

const options = {
  'from-code': string('f'),
  'to-code': string('t'),
  omit: flag('c'),
  malformed: string(),
  unencodable: string(),
  bom: flag(),
  output: string('o'),
  'in-place': string(),
  restore: string(),
  'skip-utf8': flag(),
  'follow-symlinks': flag(),
  check: flag(),
  recursive: flag('r'),
  'files0-from': string(),
  allow: string(),
  language: string(),
  'top-level-domain': string(),
  json: flag(),
  silent: flag('s'),
  quiet: flag('q'),
  list: flag('l'),
  help: flag('h'),
  version: flag('V'),
};

const optionNames = Object.keys(options);

/** The options about how a file is converted, and where the result goes. */
const conversionOptions = ['in-place', 'output', 'omit', 'malformed', 'unencodable', 'bom'];

/** The options about what bytes without a label tell. */
const detectionOptions = ['allow', 'language', 'top-level-domain'];

/** The options about what is reported. */
const reportOptions = ['json', 'silent', 'quiet'];

const modes = {
  malformed: ['fatal', 'replace', 'skip'],
  unencodable: unencodableModes,
};

/**
 * Gives `--in-place` without `=` the empty suffix, because parseArgs() would take the next argument for the suffix. Refuses an
 * empty suffix that the caller has given, which would silently keep no backup.
 */
function withSuffix(args) {
  const end = args.indexOf('--');
  const front = end === -1 ? args : args.slice(0, end);
  if (front.includes('--in-place=')) {
    const advice = '--in-place without "=" keeps no old files';
    throw new CommandError(`the SUFFIX of --in-place= is empty; ${advice}`);
  }
  return args.map((arg, i) => (arg === '--in-place' && i < front.length ? '--in-place=' : arg));
}

// The characters that editors put in the place of a hyphen: U+2010 to U+2015, and the minus sign.
const dashes = '-‐‑‒–—―−';

// Fewer letters of an option's name tell too little.
const MIN_LETTERS = 3;

/** Returns what is said of a text that was read as a value or as the name of a file, if it looks like a suffix or an option. */
function adviceFor(text, suffix) {
  if (text === suffix && !text.includes('.', 1)) {
    return `; a SUFFIX is written --in-place=${text}`;
  }
  let [name] = text.split('=', 1);
  while (dashes.includes(name[0])) name = name.slice(1);
  const like = optionNames.find(
    (long) =>
      long === name ||
      options[long].short === name ||
      (name.length >= MIN_LETTERS && long.startsWith(name)),
  );
  return like === undefined ? '' : `; the option is --${like}`;
}

/** Returns a question for a wrong option: whether one is meant that begins so, or that is nearly the same. */
function likeOption(word) {
  const name =
    optionNames.find((each) => each.startsWith(word)) ??
    require('./nearest.js').nearest(word, optionNames);
  return name === undefined ? '' : `; did you mean --${name}?`;
}

function parse(given) {
  const args = withSuffix(given);
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true, tokens: true });
  } catch (error) {
    // Only the first sentence says what is wrong; the others explain how arguments that begin with "-" are written.
    const [message] = error.message.split(/[.]\s/, 1);
    const word = /^Unknown option '--?([^']+)/.exec(message)?.[1];
    throw new CommandError(word === undefined ? message : message + likeOption(word));
  }
  for (const { rawName, value, inlineValue } of parsed.tokens) {
    // `-omit` is `-o mit`, and `-o=FILE` is `-o "=FILE"`.
    const advice = inlineValue && rawName.length === 2 ? adviceFor(rawName + value) : '';
    if (advice !== '') throw new CommandError(`"${value}" is no value of ${rawName}${advice}`);
  }
  return parsed;
}

function toMode(values, name, fallback) {
  const mode = values[name] ?? fallback;
  if (modes[name].includes(mode)) return mode;
  throw new CommandError(`--${name} must be one of ${modes[name].join(', ')}`);
}

/** Throws CommandError if one of the options `names` is given. */
function refuse(values, names, reason) {
  const given = names.find((name) => values[name] !== undefined);
  if (given !== undefined) throw new CommandError(`--${given} ${reason}`);
}

/** Throws CommandError if an option is given that is not among `names`. */
function refuseOthers(values, names, reason) {
  const others = optionNames.filter((name) => !names.includes(name));
  refuse(values, others, `has no meaning with ${reason}`);
}

/** Whether -o names a folder: the name ends with a slash, or the folder exists. */
const isFolderName = (output) =>
  output !== '-' && (isSeparator(output.charCodeAt(output.length - 1)) || isFolder(output));

/** Whether an encoding is given. */
const hasNames = (values) => values['from-code'] !== undefined || values['to-code'] !== undefined;

/**
 * Whether an option says what to do with files. With one, the name of a sub-command is a file, and without one there is nothing else to
 * do.
 */
const hasTask = (values) => hasNames(values) || values.check || values.restore !== undefined;

/**
 * The work on each file, as the options say it: `print` it converted, write it to a `tree`, `replace` it, which puts it back,
 * too, or `check` it.
 */
function toAction(values) {
  const { check, restore, output = '-', 'in-place': inPlace } = values;
  if (check) {
    const others = ['restore', ...conversionOptions];
    refuse(values, others, 'has no meaning with --check, which writes nothing');
  }
  const suffix = restore ?? inPlace;
  if (suffix !== undefined) {
    const name = restore === undefined ? 'in-place' : 'restore';
    let others = ['output'];
    if (name === 'restore') {
      others = hasNames(values) ? ['in-place', 'output'] : conversionOptions;
    }
    refuse(values, others, `has no meaning with --${name}`);
    if (/[/\\\0]/.test(suffix)) {
      throw new CommandError(`the SUFFIX of --${name} must not contain a slash`);
    }
    if (restore === '') throw new CommandError('the SUFFIX of --restore is empty');
    return 'replace';
  }
  refuse(values, ['skip-utf8', 'follow-symlinks'], 'is only for --in-place');
  if (check) return 'check';
  if (isFolderName(output)) return 'tree';
  const users = 'detect, --in-place, --restore, --check and -o DIR/';
  refuse(values, ['recursive', 'files0-from'], `is only for ${users}`);
  return 'print';
}

/** Throws CommandError for options that have no effect beside the others. */
function checkEffects(values, from, { to, omits }) {
  const isSet = (name) => values[name] !== undefined;
  if ((values.omit || omits) && isSet('malformed') && isSet('unencodable')) {
    const name = values.omit ? '-c' : '//IGNORE';
    throw new CommandError(`${name} has no meaning with both --malformed and --unencodable`);
  }
  const hasAll = isUnicode(names.indexOf(to));
  // The forms of Unicode that the core does not have contain all characters, and have no byte order mark.
  const beside = `has no meaning with -t ${to}, which`;
  if (!hasAll) refuse(values, ['bom'], `${beside} has no byte order mark`);
  if (hasAll || isForm(to)) refuse(values, ['unencodable'], `${beside} contains all characters`);
  // The option looks at the bytes of a file. That tells nothing where text in the source encoding can look like UTF-8.
  const skipping = ['skip-utf8'];
  if (from === AUTO) refuse(values, skipping, `has no meaning with -f ${AUTO}, which knows UTF-8`);
  if (to !== 'UTF-8') refuse(values, skipping, 'is only for -t UTF-8');
  if (from === 'UTF-8' || !isAsciiCompatible(names.indexOf(from))) {
    refuse(values, skipping, `cannot tell ${from} from UTF-8`);
  }
}

/** The sub-commands that take no files. */
const withoutFiles = ['doctor', 'verify'];

/** Returns the options of the detector. */
const toDetection = ({ allow, language, 'top-level-domain': topLevelDomain }) => ({
  // Without the option, code pages are not looked for: they make answers about short files less certain.
  ...(allow !== undefined && { allow: toList(allow), codePages: true }),
  language,
  topLevelDomain,
});

/**
 * Throws CommandError for an option about what bytes tell where they are not asked, or for an encoding in --allow that is never detected,
 * or whose lines are not.
 */
function checkSource(values, from) {
  if (!from.endsWith(AUTO)) {
    refuse(values, detectionOptions, `is only for detect and -f ${AUTO}`);
    return;
  }
  const detection = toDetection(values);
  const { toDetectSettings } = require('../detect/options.js');
  try {
    toDetectSettings(detection, from.startsWith(LINES));
  } catch (error) {
    // All names are known here, so that an encoding can only be one that is not detected.
    const message = error.message.replace(/not supported.*/, 'never detected');
    throw new CommandError(`--allow: ${message}`);
  }
}

/** Throws CommandError where names of files are missing, or are given twice, or where one would be written that has no name. */
function checkFiles(values, files, isWriting, needsFiles = isWriting || values.recursive) {
  const hasList = values['files0-from'] !== undefined;
  if (hasList && files.length > 0) {
    throw new CommandError('names of files cannot be given together with --files0-from');
  }
  if (!hasList && files.length === 0 && needsFiles) {
    throw new CommandError('the names of the files are missing');
  }
  if (isWriting && files.includes('-')) {
    throw new CommandError('standard input has no name to be written under');
  }
}

/** The settings that all ways to work on files have. */
const commonSettings = (values, files, args) => ({
  detection: toDetection(values),
  suffix: values.restore ?? values['in-place'] ?? '',
  behindInPlace: args.includes('--in-place') ? args[args.indexOf('--in-place') + 1] : undefined,
  followsLinks: values['follow-symlinks'],
  isRecursive: values.recursive,
  list: values['files0-from'],
  files: files.length > 0 ? files : ['-'],
  output: values.output ?? '-',
  json: values.json,
  silent: values.silent,
  quiet: values.quiet,
});

/** Returns the settings of the sub-command `detect`. */
function detectSettings(values, files) {
  const own = [...detectionOptions, ...reportOptions, 'recursive', 'files0-from'];
  refuseOthers(values, own, 'detect, which converts nothing');
  checkFiles(values, files, false);
  checkSource(values, AUTO);
  return { action: 'detect', ...commonSettings(values, files, []) };
}

/** Returns the settings of the sub-command `edit`: options and files, "--", and the command that is run. */
function editSettings(args) {
  const end = args.indexOf('--');
  const command = end === -1 ? [] : args.slice(end + 1);
  const { values, positionals: files } = parse(args.slice(0, end === -1 ? undefined : end));
  if (values.help) return { action: 'help' };
  if (!command[0]) {
    const usage = 'edit -f NAME FILE... -- COMMAND [ARG]...';
    throw new CommandError(`the command is missing: ${usage}; a file named "edit" is ./edit`);
  }
  const own = [...detectionOptions, ...reportOptions, 'from-code', 'in-place', 'follow-symlinks'];
  refuseOthers(values, own, 'edit');
  const { 'from-code': source } = values;
  if (source === undefined) throw new CommandError('edit needs -f NAME');
  const from = toSource(source);
  if (!from.startsWith(LINES) && ![...names, AUTO, 'UTF-16', 'UTF-32'].includes(from)) {
    throw new CommandError(`edit cannot keep the bytes of ${source}`);
  }
  checkSource(values, from);
  const isWriting = toAction(values) === 'replace';
  checkFiles(values, files, isWriting, true);
  if (!isWriting && files.length > 1) {
    throw new CommandError('edit takes one file; --in-place takes several');
  }
  if (isWindows && /[.](cmd|bat)$/i.test(command[0])) {
    const advice = 'name the program that it starts, such as: node path/to/script.js';
    throw new CommandError(`"${command[0]}" runs only in a shell; ${advice}`);
  }
  return {
    action: isWriting ? 'replace' : 'edit',
    command,
    from,
    isWriting,
    ...commonSettings(values, files, args),
  };
}

/** The error that nothing says what to convert from or to. */
function nothingToDo(action, [name]) {
  if (withoutFiles.includes(name)) {
    const advice = 'to convert a file of that name, give -f NAME or -t NAME';
    return new CommandError(`${name} takes no files; ${advice}`);
  }
  const others = action === 'print' ? ', or --check' : '';
  return new CommandError(
    `give -f NAME, -t NAME or both${others}; -f auto detects the encoding of each file`,
  );
}

/** Returns the settings that the arguments describe; throws CommandError. */
function settingsOf(args) {
  if (args[0] === 'edit') return editSettings(args.slice(1));
  const { values, positionals } = parse(args);
  const text = ['help', 'version', 'list'].find((name) => values[name]);
  if (text === 'list') {
    refuseOthers(values, ['json', 'list'], '--list');
    if (positionals.length > 0) throw new CommandError('--list takes no files');
  }
  if (text !== undefined) return { action: text, json: values.json };
  const [subCommand, ...others] = hasTask(values) ? [] : positionals;
  if (withoutFiles.includes(subCommand) && others.length === 0) {
    refuseOthers(values, ['json'], `${subCommand}, which reads no files`);
    return { action: subCommand, json: values.json };
  }
  if (subCommand === 'detect') return detectSettings(values, others);
  const action = toAction(values);
  if (!hasTask(values)) throw nothingToDo(action, positionals);
  const { 'from-code': source, 'to-code': name } = values;
  const from = source === undefined ? 'UTF-8' : toSource(source);
  if (from === LINES + AUTO) throw new CommandError(`-f ${from} is only for edit`);
  const target = toTarget(name ?? 'UTF-8');
  const isChecking = action === 'check';
  if (isChecking && (target.omits || target.transliterates)) {
    const suffix = target.omits ? '//IGNORE' : '//TRANSLIT';
    throw new CommandError(`${suffix} has no meaning with --check`);
  }
  checkEffects(values, from, target);
  checkSource(values, from);
  const isWriting = action === 'replace' || action === 'tree';
  checkFiles(values, positionals, isWriting);
  const fallback = values.omit || target.omits || isChecking ? 'skip' : 'fatal';
  const withoutSimilar = target.transliterates && fallback === 'fatal' ? 'transliterate' : fallback;
  return {
    ...commonSettings(values, positionals, args),
    ...target,
    action,
    from,
    isDefault: source === undefined,
    malformed: toMode(values, 'malformed', fallback),
    unencodable: toMode(values, 'unencodable', withoutSimilar),
    addBOM: target.addBOM || values.bom,
    locates: values.json || isChecking,
    skipsUtf8: values['skip-utf8'],
    isWriting,
    isRestoring: values.restore !== undefined,
    comparesBytes: hasNames(values),
  };
}

module.exports = { adviceFor, settingsOf };
