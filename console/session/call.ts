import type { Static } from 'typebox'

import type { Route } from '../../contract/route.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { withQuery } from '../../ui/http/client.ts'
import { ask, type Question } from './asking.ts'
import { send } from './send.ts'
import { loadSession, namedReseller } from './session.ts'

type Options = {
  /** The page makes this call by itself, so an ended session must not ask the member anything. */
  quiet?: boolean
}

/**
 * Calls a route of the console in the office that the address names. If the session ended, or the factor was shown too
 * long ago, it asks over the screen and repeats the call. If the member dismisses the question, the refusal is thrown.
 */
export async function call<R extends Route>(
  route: R,
  input: Static<R['input']>,
  { quiet = false }: Options = {},
): Promise<Static<R['output']>> {
  const inOffice = placed(route, input as object)
  for (;;) {
    try {
      return await send(inOffice.route as R, inOffice.input as Static<R['input']>)
    } catch (error) {
      const question = questionOf(error)
      if (error instanceof ApiError && error.code === 'staff.factor_required') void loadSession()
      if (question === null || quiet || !(await ask(question))) throw error
    }
  }
}

/** The reseller is in the query of every call, even of a POST: the body belongs only to the use case. */
function placed(route: Route, input: object): { route: Route; input: object } {
  if (route.method === 'GET') return { route, input: { ...input, ...namedReseller() } }
  return { route: { ...route, path: withQuery(route.path, namedReseller()) as Route['path'] }, input }
}

export function questionOf(error: unknown): Question | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 401) return 'sign-in'
  return error.code === 'staff.step_up' ? 'step-up' : null
}
