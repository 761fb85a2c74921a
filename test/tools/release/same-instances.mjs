// The start of a script for both tests of the package, of its sources and of its joined modules.

/** An ES module that compares what each of some entry points gives to import() and to require(), from the place of a file. */
export const sameInstances = (paths, file) => `
  import assert from 'node:assert/strict';
  import { createRequire } from 'node:module';
  const require = createRequire(${JSON.stringify(file)});
  for (const path of ${JSON.stringify(paths)}) {
    const { default: whole, ...namespace } = await import(path);
    const exported = require(path);
    assert.ok(Object.keys(namespace).length > 0, path);
    assert.deepEqual(Object.keys(namespace).sort(), Object.keys(exported).sort(), path);
    for (const name of Object.keys(namespace)) {
      assert.equal(namespace[name], exported[name], path + ' ' + name);
    }
    // Programs import the default export of iconv-lite. No other entry point has one.
    assert.equal(whole, path.endsWith('/iconv-lite') ? exported : undefined, path);
    console.log(path);
  }
`;
