'use strict';

// Gives an error the properties that Express, Koa and Fastify answer by, and the type that raw-body and body-parser give it.

/** Returns the error with `status`, `statusCode` and `type`. */
function httpError(status, type, error) {
  return Object.assign(error, { status, statusCode: status, type });
}

module.exports = { httpError };
