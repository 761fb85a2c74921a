// Counts the work that the core is given.

/**
 * Returns how many functions of `binding` are called while `run` runs, and how many code units and
 * bytes these calls get.
 */
export function workOf(binding, run) {
  const natives = Object.entries(binding).filter(([, value]) => typeof value === 'function');
  let calls = 0;
  let given = 0;
  for (const [name, native] of natives) {
    binding[name] = (...args) => {
      calls += 1;
      for (const arg of args) {
        if (typeof arg === 'string' || arg instanceof Uint8Array) given += arg.length;
      }
      return native(...args);
    };
  }
  try {
    run();
  } finally {
    Object.assign(binding, Object.fromEntries(natives));
  }
  return { calls, given };
}
