import type { Static } from 'typebox'

import { errorStatus, type ErrorCode } from '../../contract/errors.ts'
import type { Route } from '../../contract/route.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { wordsOf } from '../words/language.ts'
import type { PlainKey } from '../words/words.ts'

export type Answer = { method: string; path: string; reply: (input: unknown) => unknown }

/** The demo's answer to a call. Typed by the contract: an outdated answer does not compile. */
export function answer<R extends Route>(route: R, reply: (input: Static<R['input']>) => Static<R['output']>): Answer {
  return { method: route.method, path: route.path, reply: reply as (input: unknown) => unknown }
}

export function refuse(code: ErrorCode, word: PlainKey<'demo'>): never {
  throw new ApiError({ code, status: errorStatus[code], message: wordsOf('demo')(word) })
}
