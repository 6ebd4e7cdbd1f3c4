import type { FastifyInstance } from 'fastify'

import { makePatience, withPatience, type Patience } from '../patience.ts'

/** With the end of a transaction less than the 5 s after which the portal gives up. */
export const REQUEST_PATIENCE_MS = 3_500
/** Agents wait for up to 30 s and have much to tell; a download may be long. */
export const LONG_PATIENCE_MS = 15_000

declare module 'fastify' {
  interface FastifyRequest {
    patience: Patience | null
  }
  interface FastifyContextConfig {
    /** How long this route waits for the database in all, where it is not what users wait; Infinity: without an end. */
    patienceMs?: number
  }
}

/** A database that does not answer is told to the caller while the caller still listens. */
export function limitPatience(app: FastifyInstance, usualMs = REQUEST_PATIENCE_MS): void {
  app.decorateRequest('patience', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const ms = request.routeOptions.config.patienceMs ?? usualMs
    request.patience = ms === Infinity ? null : makePatience(ms)
    withPatience(request.patience, done)
  })
  // Once more after the body: its end is told by the connection, which knows nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => withPatience(request.patience, done))
}
