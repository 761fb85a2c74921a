// Tests openTextFile() and editFile(): what they write, and what they leave alone.

import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encode } from 'whatwg-transcoder';
import { EditableText, editFile, openTextFile } from 'whatwg-transcoder/edit';
import { Filter } from '../../../lib/cli/edit.js';
import { notSupported, wrongType } from '../../harness/errors.mjs';
import { root, withFolder } from '../cli/command.mjs';

const sjis = Buffer.from('61ed40f0400d0a82a082', 'hex');
const encoding = 'shift_jis';
const japanese = 'この文書は文字コードの判定を試すための日本語の文章です。\n'.repeat(4);

/** Calls `use` with the path of a file that contains bytes, in a folder of its own. */
const withFile = (bytes, use) =>
  withFolder((folder) => {
    const path = join(folder, 'file.txt');
    fs.writeFileSync(path, bytes);
    return use(path, folder);
  });

/** Waits until a change of a file is not in the same tick of the file system's clock. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 25));

/** Saves a file twice in a process where a script has changed node:fs; returns what became of it. */
function savedWith(fault, path) {
  const script = `
    import fs from 'node:fs';
    const failure = Object.assign(new Error('failure'), { code: 'EIO' });
    ${fault}
    const { openTextFile } = await import('whatwg-transcoder/edit');
    const file = await openTextFile(${JSON.stringify(path)}, { encoding: '${encoding}' });
    const results = [];
    try {
      for (const text of ['1', '2']) {
        file.edit(0, 1, text);
        results.push(await file.save());
      }
    } catch (error) {
      results.push(error.code);
    }
    console.log(results.join(' '));`;
  const args = ['--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  equal(stderr, '');
  return stdout.trimEnd();
}

describe('openTextFile()', () => {
  it('opens a file, and saves what has changed', () =>
    withFile(sjis, async (path, folder) => {
      fs.chmodSync(path, 0o640);
      const file = await openTextFile(path, { encoding });
      ok(file instanceof EditableText);
      deepEqual([file.path, file.isReliable, file.encoding], [path, true, 'Shift_JIS']);
      equal(await file.save(), false);
      file.edit(0, 1, 'あ');
      deepEqual(fs.readFileSync(path), sjis);
      deepEqual(await Promise.all([file.save(), file.save()]), [true, false]);
      equal(fs.readFileSync(path, 'hex'), '82a0ed40f0400d0a82a082');
      if (process.platform !== 'win32') equal(fs.statSync(path).mode & 0o777, 0o640);
      file.edit(0, 1, '');
      equal(await file.save(), true);
      equal(fs.readFileSync(path, 'hex'), 'ed40f0400d0a82a082');
      deepEqual(fs.readdirSync(folder), ['file.txt']);
    }));

  it('saves the text that a file had when save() was called', () =>
    withFile(sjis, async (path) => {
      const file = await openTextFile(path, { encoding });
      file.edit(0, 1, '1');
      const first = file.save();
      file.edit(0, 1, '2');
      const second = file.save();
      file.edit(0, 1, '3');
      equal(await first, true);
      equal(fs.readFileSync(path)[0], 0x31);
      equal(await second, true);
      equal(fs.readFileSync(path)[0], 0x32);
      equal(await file.save(), true);
    }));

  it('saves to the file that it has opened, wherever its path leads now', () =>
    withFile(sjis, async (path, folder) => {
      const before = process.cwd();
      const bytes = Buffer.from(path);
      for (const given of [bytes, 'file.txt']) {
        process.chdir(folder);
        let file;
        try {
          file = await openTextFile(given, { encoding });
        } finally {
          process.chdir(before);
        }
        bytes.fill('x');
        file.edit(0, 0, 'b');
        equal(await file.save(), true);
      }
      deepEqual(fs.readFileSync(path), Buffer.concat([Buffer.from('bb'), sjis]));
    }));

  for (const [what, fault] of Object.entries({
    write: 'fs.write = (...args) => args.at(-1)(failure);',
    sync: 'fs.fsync = (_, callback) => callback(failure);',
  })) {
    it(`leaves the file as it was, and nothing else, where the system cannot ${what} the bytes`, () =>
      withFile(sjis, (path, folder) => {
        equal(savedWith(fault, path), 'EIO');
        deepEqual(fs.readFileSync(path), sjis);
        deepEqual(fs.readdirSync(folder), ['file.txt']);
      }));
  }

  for (const [what, act] of Object.entries({
    replaces: "fs.writeFileSync(to + '.new', 'own'); renameSync(to + '.new', to);",
    writes: "fs.writeFileSync(to, 'own');",
    deletes: 'fs.rmSync(to);',
  })) {
    it(`leaves alone what another program ${what} as soon as the file is saved`, () =>
      withFile(sjis, (path) => {
        const fault = `
          const { renameSync } = fs;
          fs.renameSync = (from, to) => { renameSync(from, to); ${act} };`;
        equal(savedWith(fault, path), 'true ERR_FILE_CHANGED');
        equal(fs.existsSync(path) && fs.readFileSync(path, 'utf8'), what !== 'deletes' && 'own');
      }));
  }

  it('finds the encoding, but does not save where it is not certain', () =>
    withFile(encode(japanese, encoding), async (path) => {
      const file = await openTextFile(pathToFileURL(path));
      deepEqual([file.isReliable, file.encoding], [true, 'Shift_JIS']);
      const unsure = Buffer.of(0x41, 0xe9);
      fs.writeFileSync(path, unsure);
      const other = await openTextFile(Buffer.from(path), { language: null });
      equal(other.isReliable, false);
      equal(await other.save(), false);
      other.edit(0, 1, 'B');
      await rejects(other.save(), { code: 'ERR_ENCODING_NOT_CERTAIN' });
      await rejects(
        editFile(path, () => 'x'),
        { code: 'ERR_ENCODING_NOT_CERTAIN' },
      );
      deepEqual(fs.readFileSync(path), unsure);
      fs.writeFileSync(path, Buffer.from([0, 1, 2, 3, 0xff, 0xff, 0, 0]));
      await rejects(openTextFile(path), { code: 'ERR_ENCODING_NOT_DETECTED' });
    }));

  it('leaves alone what another program has written, replaced or deleted meanwhile', () =>
    withFile(sjis, async (path, folder) => {
      const changes = [
        () => fs.appendFileSync(path, 'x'),
        () => {
          fs.writeFileSync(`${path}.new`, 'new');
          fs.renameSync(`${path}.new`, path);
        },
        () => fs.rmSync(path),
      ];
      for (const change of changes) {
        const file = await openTextFile(path, { encoding });
        await tick();
        change();
        const after = fs.existsSync(path) ? fs.readFileSync(path) : null;
        file.edit(0, 1, 'y');
        await rejects(file.save(), (error) => {
          equal(error.code, 'ERR_FILE_CHANGED');
          ok(error.message.startsWith(path), error.message);
          return true;
        });
        deepEqual(fs.existsSync(path) ? fs.readFileSync(path) : null, after);
        deepEqual(fs.readdirSync(folder), after === null ? [] : ['file.txt']);
      }
    }));

  it('keeps a symbolic link, and leaves its other file alone if it is made to name another', () =>
    withFile(sjis, async (path, folder) => {
      if (process.platform === 'win32') return;
      const link = join(folder, 'link');
      fs.symlinkSync('file.txt', link);
      const file = await openTextFile(link, { encoding });
      file.edit(0, 1, 'b');
      equal(await file.save(), true);
      ok(fs.lstatSync(link).isSymbolicLink());
      equal(fs.readFileSync(path, 'hex').slice(0, 2), '62');
      fs.writeFileSync(join(folder, 'other'), 'other');
      fs.rmSync(link);
      fs.symlinkSync('other', link);
      file.edit(0, 1, 'c');
      await rejects(file.save(), { code: 'ERR_FILE_CHANGED' });
      equal(fs.readFileSync(join(folder, 'other'), 'utf8'), 'other');
    }));

  it('refuses what is no file, and wrong arguments', () =>
    withFile(sjis, async (path, folder) => {
      await rejects(openTextFile(folder, { encoding }), { code: 'ERR_NOT_A_FILE' });
      await rejects(openTextFile(join(folder, 'none')), { code: 'ENOENT' });
      await rejects(openTextFile(path, { encoding: 'no' }), notSupported);
      await rejects(openTextFile(1), wrongType);
      await rejects(openTextFile(path, 1), wrongType);
      await rejects(editFile(path, 'text'), wrongType);
      await rejects(
        editFile(path, () => 1, { encoding }),
        wrongType,
      );
      deepEqual(fs.readFileSync(path), sjis);
      fs.truncateSync(path, 2 ** 31);
      await rejects(openTextFile(path, { encoding }), { code: 'ERR_FS_FILE_TOO_LARGE', path });
      const filter = new Filter({}, Buffer.from(path));
      throws(() => filter.convert({ length: 2 ** 31 }, false), { code: 'ERR_FS_FILE_TOO_LARGE' });
    }));
});

describe('editFile()', () => {
  it('makes the text what a function returns, and tells whether the file was written', () =>
    withFile(sjis, async (path) => {
      const seen = [];
      const change = async (text, file) => {
        seen.push(text, file.encoding);
        return text.replace('a', 'b').replaceAll('\r\n', '\n');
      };
      equal(await editFile(path, change, { encoding, lineEnds: 'keep' }), true);
      equal(fs.readFileSync(path, 'hex'), '62ed40f0400d0a82a082');
      equal(await editFile(path, change, { encoding, lineEnds: 'keep' }), false);
      deepEqual(seen.slice(0, 2), ['a纊\uE000\r\nあ\uFFFD', 'Shift_JIS']);
      equal(await editFile(path, (_, file) => void file.edit(0, 1, ''), { encoding }), true);
      equal(fs.readFileSync(path, 'hex'), 'ed40f0400d0a82a082');
    }));

  it('edits lines in different encodings', () =>
    withFile(Buffer.from('c3a90ad6d00a610a', 'hex'), async (path) => {
      const options = { byLine: true, fallback: 'gbk' };
      equal(await editFile(path, (text) => text.replaceAll('\n', '!\n'), options), true);
      equal(fs.readFileSync(path, 'hex'), 'c3a9210ad6d0210a61210a');
      const { isReliable } = await openTextFile(path, { byLine: true, allow: ['utf-8'] });
      await rejects(openTextFile(path, { byLine: true, encoding: 'gbk' }), {
        ...wrongType,
        message: /^options\.byLine /,
      });
      equal(isReliable, false);
    }));

  it('changes nothing where a character cannot be written, or the function throws', () =>
    withFile(sjis, async (path, folder) => {
      const mine = new Error('mine');
      const fails = () => {
        throw mine;
      };
      await rejects(editFile(path, fails, { encoding }), mine);
      const add = (text) => `${text}\n😀`;
      await rejects(editFile(path, add, { encoding }), { code: 'ERR_ENCODING_UNENCODABLE' });
      deepEqual(fs.readFileSync(path), sjis);
      equal(await editFile(path, add, { encoding, unencodable: 'html' }), true);
      deepEqual(fs.readFileSync(path), Buffer.concat([sjis, Buffer.from('\n&#128512;')]));
      deepEqual(fs.readdirSync(folder), ['file.txt']);
    }));
});
