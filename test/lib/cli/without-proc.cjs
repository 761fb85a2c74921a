'use strict';

// Hides the names of open folders from modules that are loaded later, as on a system without /proc.

exports.hide = (isHidden, fs) => {
  if (!isHidden) return;
  const { statSync } = fs;
  fs.statSync = Object.assign((path, ...rest) => {
    if (path === '/proc/self/fd') throw Object.assign(new Error('hidden'), { code: 'ENOENT' });
    return statSync(path, ...rest);
  }, statSync);
};
