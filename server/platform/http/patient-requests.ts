import type { FastifyInstance } from 'fastify'

import { limits } from '../../../contract/limits.ts'
import { END_MS, makePatience, withPatience, type Patience } from '../patience.ts'

/** Of silence. With the end of a transaction less than the 5 s after which the portal gives up. */
export const REQUEST_PATIENCE_MS = 3_500
/** Of everything together, with the way back: after that nobody is there to hear the answer. */
const CALLER_MS = limits.requestTimeoutMs - 500
/** Agents wait for up to 30 s and have much to tell; a download may be long. */
export const LONG_PATIENCE_MS = 15_000

declare module 'fastify' {
  interface FastifyRequest {
    patience: Patience | null
  }
  interface FastifyContextConfig {
    /** How long this route waits for a silent database, where it is not what users wait; Infinity: without an end. */
    patienceMs?: number
  }
}

/** A database that does not answer is told to the caller while the caller still listens. */
export function limitPatience(app: FastifyInstance, usualMs = REQUEST_PATIENCE_MS): void {
  app.decorateRequest('patience', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const ownMs = request.routeOptions.config.patienceMs
    const usual = { silentMs: usualMs, inAllMs: Math.max(usualMs, CALLER_MS), lastMs: END_MS }
    const limits = ownMs === undefined ? usual : { silentMs: ownMs }
    request.patience = ownMs === Infinity ? null : makePatience({ ...limits, reqId: request.id })
    withPatience(request.patience, done)
  })
  // Once more after the body: its end is told by the connection, which knows nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) done()
    else withPatience(request.patience, done)
  })
}
