import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { type ErrorCode } from '../../../contract/errors.ts'
import { languageOf, pickLanguage, type Language } from '../../../contract/languages.ts'
import { LANGUAGE_COOKIE } from '../../../contract/page.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { Refusal } from '../errors.ts'
import { errorText } from '../text/error-texts.ts'
import { wrongFields } from './validation.ts'

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.not_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid',
  FST_ERR_BAD_URL: 'request.invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'request.unknown_path',
}
/** The portal retries by itself; this tells other callers when to retry. */
const AWAY_RETRY_S = 5

export function languageOfRequest(request: FastifyRequest): Language {
  const chosen = request.cookies?.[LANGUAGE_COOKIE]
  return (chosen && languageOf(chosen)) || pickLanguage(request.headers['accept-language'])
}

/** The only place that turns an error into an answer. */
export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error)
  if (refusal.status >= 500) request.log.error({ err: withoutDetail(error) }, 'request failed')
  const { fields, retryAfterS, data } = refusal.extra
  const waitS = retryAfterS ?? (refusal.status === 429 ? 60 : undefined)
  if (waitS !== undefined) void reply.header('retry-after', String(waitS))
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      success: false,
      code: refusal.code,
      message: errorText(refusal.code, languageOfRequest(request), {
        resellerId: request.authenticated?.resellerId,
        data,
      }),
      ...(refusal.status >= 500 ? { reqId: request.id } : {}),
      ...(fields || data ? { data: { ...data, ...(fields ? { fields } : {}) } } : {}),
    })
}

function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error
  if ('validation' in error && error.validation) {
    return new Refusal('request.invalid', { fields: wrongFields(error.validation) })
  }
  const code = 'code' in error ? String(error.code) : ''
  const known = frameworkCodes[code]
  if (known) return new Refusal(known)
  // The secure JSON parser refuses __proto__ with a plain 400 that has no code.
  if ('statusCode' in error && error.statusCode === 400) return new Refusal('request.invalid')
  // From the files under /static: a folder, or a path that leads outside.
  if ('statusCode' in error && (error.statusCode === 403 || error.statusCode === 404)) {
    return new Refusal('request.unknown_path')
  }
  if (isDatabaseAway(error)) return new Refusal('server.unavailable', { retryAfterS: AWAY_RETRY_S })
  return new Refusal('server.error')
}

/** A database error carries the offending row in `detail`, which must never reach the log. */
function withoutDetail(error: Error): object {
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  // Do not call it `code`: the log redacts that name.
  return { type: name, message, stack, errorCode: code, constraint }
}
