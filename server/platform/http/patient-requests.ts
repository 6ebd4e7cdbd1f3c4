import type { FastifyInstance } from 'fastify'

import { limits } from '../../../contract/limits.ts'
import { END_MS, makePatience, withPatience, type Patience } from '../db/patience.ts'

/**
 * Longest wait while the database is silent. With the end of a transaction it stays below the 5 s after which the
 * portal gives up.
 */
export const REQUEST_PATIENCE_MS = 3_500
/** Longest time for a whole call, including the way back: after that the caller no longer listens. */
const CALLER_MS = limits.requestTimeoutMs - 500
/** Agents wait up to 30 s and send much; a download may take long. */
export const LONG_PATIENCE_MS = 15_000

declare module 'fastify' {
  interface FastifyRequest {
    patience: Patience | null
  }
  interface FastifyContextConfig {
    /** How long this route waits for a silent database if it differs from the usual; Infinity: no limit. */
    patienceMs?: number
  }
}

/** Tells the caller that the database does not answer, while the caller still listens. */
export function limitPatience(app: FastifyInstance, usualMs = REQUEST_PATIENCE_MS): void {
  app.decorateRequest('patience', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const ownMs = request.routeOptions.config.patienceMs
    const usual = { silentMs: usualMs, inAllMs: Math.max(usualMs, CALLER_MS), lastMs: END_MS }
    const limits = ownMs === undefined ? usual : { silentMs: ownMs }
    request.patience = ownMs === Infinity ? null : makePatience({ ...limits, reqId: request.id })
    withPatience(request.patience, done)
  })
  // Set it again after the body: the connection reports the body's end and knows nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) done()
    else withPatience(request.patience, done)
  })
}
