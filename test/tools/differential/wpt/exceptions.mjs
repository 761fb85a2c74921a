// Lists the web-platform-tests of the Encoding Standard that are not run, and those that are
// expected to fail.

/** Files that cannot run outside a browser: a pattern of their path, and the reason. */
export const notRunnable = [
  {
    path: /\/eof-[^/]*\.html$/,
    reason: 'compares how a browser paints two pages',
  },
  {
    path: /-crash\.html$/,
    reason: 'has no assertions, and passes when a browser does not crash',
  },
  {
    path: /\/iso2022jp-encode-form-errors-stateful\.html$/,
    reason: 'needs a document in a frame that runs scripts and posts messages',
  },
  {
    path: /\/streams\/(invalid-realm|realms)\.window\.js$/,
    reason: 'needs a constructor for each realm of a browser; a package has one realm',
  },
];

/** Tests that are expected to fail: a part of the path, a pattern of the name, and the reason. */
export const expectedFailures = [];

if (!('Float16Array' in globalThis)) {
  expectedFailures.push({
    path: 'encoding/encodeInto.any.js',
    name: /Float16Array/,
    reason: `tests with Float16Array, which Node ${process.versions.node} does not have`,
  });
}
