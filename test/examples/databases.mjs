// Runs the examples of lib/transcoding/README.md for databases with servers of MariaDB and PostgreSQL.

import {
  installServers,
  withMariaDb,
  withPostgres,
} from '../tools/differential/databases/servers.mjs';
import { heading, test } from '../tools/run/suites.mjs';
import { examples, runExample } from './project.mjs';

installServers('test:runtimes -- examples');

const example = (name) => examples.find(({ packages }) => packages.includes(name));

heading('Databases');
await test('MariaDB with mysql2', () =>
  withMariaDb((socket) => runExample(example('mysql2'), { MYSQL_SOCKET: socket })));

await test('PostgreSQL with pg', () =>
  withPostgres('SQL_ASCII', (folder) =>
    runExample(example('pg'), { PGHOST: folder, PGUSER: 'postgres', PGDATABASE: 'postgres' }),
  ));
