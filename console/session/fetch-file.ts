import type { Static } from 'typebox'

import type { Route } from '../../contract/route.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { withQuery } from '../../ui/http/client.ts'
import { dataOf, headersOf } from '../../ui/http/exchange.ts'
import { currentLanguage } from '../../ui/words/word-store.ts'
import { ask } from './asking.ts'
import { questionOf } from './call.ts'
import { namedReseller } from './session.ts'

/** Fetches a file whose input is secret: by POST, because addresses are recorded in many places. */
export async function fetchFile<R extends Route>(route: R, input: Static<R['input']>): Promise<Blob> {
  for (;;) {
    try {
      return await load(route, JSON.stringify(input))
    } catch (error) {
      const question = questionOf(error)
      if (question === null || !(await ask(question))) throw error
    }
  }
}

async function load({ method, path: plain }: Route, body: string): Promise<Blob> {
  const path = withQuery(plain, namedReseller())
  const headers = headersOf({ url: path, method, body, token: null, language: currentLanguage() })
  const response = await fetch(path, { method, headers, body }).catch(() => {
    throw new ApiError({ code: 'client.network', status: 0, message: 'client.network' })
  })
  if (response.ok) return response.blob()
  dataOf(response, await response.text())
  throw new ApiError({ code: 'client.answer', status: response.status, message: 'client.answer' })
}
