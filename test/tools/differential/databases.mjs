// Compares what the charsets of MariaDB and PostgreSQL mean with what their names mean here: every sequence of one and two bytes,
// and of three and four where a charset has them, and every scalar value, as the servers convert them. Then the characters of
// MariaDB's charsets go through its drivers. Both tables stand in lib/labels/databases.md.
//
//   npm run test:differential -- databases [--write]
//
// With --write the tables are written; else the exit code is 0 when they are right, and each row that differs has a reason.

import { decode, encode } from 'whatwg-transcoder';
import { encodingFor, labels } from 'whatwg-transcoder/encodings';
import { resolveLabel } from 'whatwg-transcoder/labels';
import { count, counts, heading, sumUp } from '../run/suites.mjs';
import {
  askMariaDb,
  askOurs,
  askPostgres,
  compare,
  countsOf,
  postgresFunctions,
} from './databases/characters.mjs';
import { mariaDbCharsets, postgresCharsets } from './databases/charsets.mjs';
import { countLost, plain, ways } from './databases/drivers.mjs';
import { installServers, withMariaDb, withPostgres } from './databases/servers.mjs';
import { isOnPage, joinRows, sameReason } from './page-table.mjs';

installServers('test:differential -- databases');
Error.stackTraceLimit = 0;

function check(isRight, message) {
  if (isRight) counts.passed++;
  else count(message, false);
}

const withoutPunctuation = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The handle of the encoding that a charset's name stands for here: of the standard, or else a code page; null if there is none. */
function encodingOf(charset) {
  const name = resolveLabel(charset);
  if (name !== null) return encodingFor(name);
  const isOwn = (label) => withoutPunctuation(label) === withoutPunctuation(charset);
  const label = Object.keys(labels).find(isOwn);
  return label === undefined ? null : encodingFor(label);
}

const shown = (number) => number.toLocaleString('en-US');

/** A row of the table of a server, after it has been checked that a difference has a reason. */
function rowOf({ charset, lengths = [1, 2], why = '', isText = true }, server, wasAsked) {
  const found = isText ? encodingOf(charset) : null;
  if (found === null) {
    check(why !== '', `${charset} has a reason`);
    return `| \`${charset}\` | – | | | | | | | ${why} |`;
  }
  const { name } = found;
  const ours = askOurs(
    {
      decode: (bytes) => decode(bytes, found, { fatal: true, ignoreBOM: true }),
      encode: (text) => encode(text, found, { unencodable: 'replace' }),
    },
    lengths,
    wasAsked?.bytes,
  );
  const { reading, writing } = compare(server, ours, wasAsked?.value);
  const numbers = [...countsOf(reading), ...countsOf(writing)];
  const isSame = numbers.every((number) => number === 0);
  check(
    isSame === (why === ''),
    `${charset}: ${numbers.join(', ')} differ, and its reason is « ${why} »`,
  );
  console.log(charset, name, numbers.join());
  return `| \`${charset}\` | \`${name}\` | ${numbers.map(shown).join(' | ')} | ${why} |`;
}

const head = [
  '| charset | here | bytes: another text | only there | only here | characters: other bytes | only there | only here | why |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

const tables = {};

heading('MariaDB');
await withMariaDb(async (socketPath) => {
  const { createConnection } = plain('mysql2/promise');
  const options = { socketPath, user: 'root', charset: 'utf8mb4', multipleStatements: true };
  const connection = await createConnection(options);
  const query = async (sql) => (await connection.query({ sql, rowsAsArray: true }))[0];
  // In strict mode text that a column cannot have is an error, which would end the count.
  await query("CREATE DATABASE IF NOT EXISTS test; USE test; SET GLOBAL sql_mode = ''");
  const [[version]] = await query('SELECT VERSION()');
  const known = (await query('SHOW CHARACTER SET')).map(([name]) => name).sort();
  const rows = mariaDbCharsets.map(({ charset }) => charset);
  check(
    known.join() === [...rows].sort().join(),
    `the page has the charsets of the server: ${known}`,
  );

  const lines = [];
  const driverLines = [];
  for (const row of mariaDbCharsets) {
    const { charset, isText = true, minBytes = 1 } = row;
    const server = isText ? await askMariaDb(query, row) : null;
    lines.push(rowOf(row, server));
    // A connection cannot have the others, and those of Unicode need no table.
    if (!isText || minBytes > 1 || charset.startsWith('utf8')) continue;
    const characters = [...server.writes]
      .filter(([value, bytes]) => server.reads.get(bytes) === String.fromCodePoint(value))
      .map(([value]) => String.fromCodePoint(value));
    const cells = [];
    for (const way of ways) {
      const { written, read, error, cell } = await countLost(
        way,
        query,
        socketPath,
        charset,
        characters,
      );
      cells.push(error === undefined ? `${shown(written)} / ${shown(read)}` : cell);
      if (error !== undefined) console.log(`${charset}, ${way.title}: ${error}`);
    }
    driverLines.push(`| \`${charset}\` | ${shown(characters.length)} | ${cells.join(' | ')} |`);
    console.log(driverLines.at(-1));
  }
  await connection.end();
  tables.MariaDB = [
    `The server is MariaDB ${version.split('-')[0]}.`,
    '',
    ...head,
    ...joinRows(lines, sameReason),
  ];
  tables.drivers = [
    `| charset | characters | ${ways.map(({ title }) => title).join(' | ')} |`,
    `| --- | --- | ${ways.map(() => '---').join(' | ')} |`,
    ...joinRows(driverLines),
  ];
});

heading('PostgreSQL');
await withPostgres('UTF8', async (host) => {
  const { Client } = plain('pg');
  const client = new Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  const query = async (text) => (await client.query({ text, rowMode: 'array' })).rows;
  await client.query(postgresFunctions);
  const [[version]] = await query('SHOW server_version');
  const lines = [];
  for (const row of postgresCharsets) {
    const { charset, isText = true } = row;
    const isWhole = charset === 'GB18030';
    lines.push(
      rowOf(row, isText ? await askPostgres(query, row) : null, {
        bytes: (hex) => hex.length > 4 || !/^(00|..00)/.test(hex),
        value: (value) => value > 0 && (isWhole || value < 0x30000 || value % 251 === 0),
      }),
    );
  }
  await client.end();
  tables.PostgreSQL = [
    `The server is PostgreSQL ${version.split(' ')[0]}.`,
    '',
    ...head,
    ...joinRows(lines, sameReason),
  ];
});

for (const [name, lines] of Object.entries(tables)) {
  const isRight = isOnPage('lib/labels/databases.md', name, lines.join('\n'));
  check(isRight, `the table of ${name}; run with -- --write\n${lines.join('\n')}`);
}
sumUp({ databases: counts });
