// A value that hostile code may pass: the engine throws for almost everything that is done with it, Array.isArray() among it.

/** Returns a proxy that has been revoked. */
export function revokedProxy() {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}
