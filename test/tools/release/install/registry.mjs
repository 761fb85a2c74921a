// A registry on loopback that has packages of this machine as if they were published. It sends requests for every other package
// on to the registry that npm is configured to use.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { runNpm } from '../../run/machine.mjs';

/**
 * Starts the registry. `packages` has each package's `manifest`, the object of its package.json, and the path of its `tarball`.
 * Resolves with its `url`. It does not keep the process alive.
 */
export async function startRegistry(packages) {
  const upstream = runNpm(['config', 'get', 'registry']).stdout.trim();
  let url;

  function packument({ manifest, tarball }) {
    const { name, version } = manifest;
    const bytes = readFileSync(tarball);
    const dist = {
      tarball: `${url}${name}/-/${name}-${version}.tgz`,
      shasum: createHash('sha1').update(bytes).digest('hex'),
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    };
    // Package managers refuse what was published a moment ago.
    const published = '2020-01-01T00:00:00.000Z';
    return JSON.stringify({
      _id: name,
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, _id: `${name}@${version}`, dist } },
      time: { created: published, modified: published, [version]: published },
    });
  }

  const server = createServer((request, response) => {
    const path = request.url.slice(1);
    const found = packages.find(({ manifest: { name } }) => path.split('/')[0] === name);
    if (found === undefined) {
      response.writeHead(302, { location: new URL(path, upstream).href }).end();
    } else if (path.endsWith('.tgz')) {
      response.setHeader('content-type', 'application/octet-stream');
      response.end(readFileSync(found.tarball));
    } else {
      response.setHeader('content-type', 'application/json');
      response.end(packument(found));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  url = `http://127.0.0.1:${server.address().port}/`;
  return { url };
}
