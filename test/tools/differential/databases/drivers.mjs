// Sends the characters of each charset of MariaDB to the server and back through mysql2 and mariadb, with iconv-lite and with
// this package in its place.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { override } from '../../../peers/override.mjs';
import { temporaryFolder } from '../../run/folders.mjs';
import { install } from '../../run/npm-package.mjs';

export const versions = { mysql2: '3.24.6', mariadb: '3.5.4', pg: '8.23.1', 'iconv-lite': '0.7.3' };

const folder = temporaryFolder('databases');

/** Makes a folder with the drivers. With an override every iconv-lite in it is this package. */
function makeProject(name, isOverridden) {
  const project = join(folder, name);
  mkdirSync(project);
  const manifest = { name: 'project', private: true, dependencies: versions };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  const require = install(project, '--ignore-scripts');
  if (isOverridden) override(project);
  return require;
}

export const plain = makeProject('plain', false);
const overridden = makeProject('overridden', true);

/** The names that mysql2 gives to iconv-lite, where they are not the server's. */
const namesOfMysql2 = { macce: 'macintosh', ujis: 'eucjp' };
const isKnown = (require, name) => require('iconv-lite').encodingExists(name);

/** Each way: its title, `knows(charset)`, because drivers end the process for a name that the codec does not know, and `connect(options)`, which resolves with `execute(sql, values)` and `end()`. */
export const ways = [plain, overridden].flatMap((require, at) => {
  const codec = at === 0 ? 'iconv-lite' : 'override';
  return [
    {
      title: `mysql2, ${codec}`,
      knows: (charset) => isKnown(require, namesOfMysql2[charset] ?? charset),
      async connect(options) {
        const { createConnection } = require('mysql2/promise');
        const connection = await createConnection({ user: 'root', ...options });
        return {
          execute: async (sql, values = []) =>
            (await connection.execute({ sql, rowsAsArray: true }, values))[0],
          end: () => connection.end(),
        };
      },
    },
    {
      title: `mariadb, ${codec}`,
      knows: (charset) => isKnown(require, charset),
      async connect(options) {
        const { createConnection } = await import(pathToFileURL(require.resolve('mariadb')).href);
        const connection = await createConnection({ user: 'root', ...options });
        return {
          execute: (sql, values = []) => connection.execute({ sql, rowsAsArray: true }, values),
          end: () => connection.end(),
        };
      },
    },
  ];
});

const rowsAtOnce = 500;

/**
 * Writes each of `characters` to a column with this charset over a connection with this charset, and reads it back. Resolves
 * with the number of those that are another text on the server, and of those that come back as another text from the
 * server's own; or with the driver's message.
 */
export async function countLost(way, query, socketPath, charset, characters) {
  await query(
    `CREATE OR REPLACE TABLE there (id INT PRIMARY KEY, c VARCHAR(4) CHARACTER SET ${charset})`,
  );
  if (!way.knows(charset)) return { error: 'the name is refused', cell: 'refused' };
  let connection;
  try {
    connection = await way.connect({ socketPath, database: 'test', charset });
    for (let first = 0; first < characters.length; first += rowsAtOnce) {
      const some = characters.slice(first, first + rowsAtOnce);
      await connection.execute(
        `INSERT INTO there VALUES ${some.map(() => '(?, ?)').join()}`,
        some.flatMap((character, at) => [first + at, character]),
      );
    }
    const hexOf = (text) => Buffer.from(text).toString('hex').toUpperCase();
    const stored = await query('SELECT HEX(CONVERT(c USING utf8mb4)) FROM there ORDER BY id');
    const written = stored.filter(([hex], at) => hex !== hexOf(characters[at])).length;

    await query('TRUNCATE there');
    for (let first = 0; first < characters.length; first += rowsAtOnce) {
      const rows = characters
        .slice(first, first + rowsAtOnce)
        .map((character, at) => `(${first + at}, CONVERT(X'${hexOf(character)}' USING utf8mb4))`);
      await query(`INSERT INTO there VALUES ${rows.join()}`);
    }
    const back = await connection.execute('SELECT c FROM there ORDER BY id');
    const read = back.filter(([text], at) => text !== characters[at]).length;
    return { written, read };
  } catch (error) {
    return { error: error.message.split('\n')[0].slice(0, 80), cell: 'error' };
  } finally {
    await connection?.end().catch(() => {});
  }
}
