import type { Static } from 'typebox'

import type { Route } from '../../contract/route.ts'
import { ApiError } from '../../ui/http/api-error.ts'
import { withQuery } from '../../ui/http/client.ts'
import { ask, type Question } from './asking.ts'
import { send } from './send.ts'
import { loadSession, namedReseller } from './session.ts'

type Options = {
  /** The page asks this on its own: a session that ended is then no reason to ask anybody. */
  quiet?: boolean
}

/**
 * Calls a route of the console, in the office that the address names. A session that ended is asked for over the screen,
 * and so is a factor that was shown too long ago; then the same call goes out again. Put away, the refusal is the answer.
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

/** The reseller stands in the query of every call, of a POST too: its body is the use case's alone. */
function placed(route: Route, input: object): { route: Route; input: object } {
  if (route.method === 'GET') return { route, input: { ...input, ...namedReseller() } }
  return { route: { ...route, path: withQuery(route.path, namedReseller()) as Route['path'] }, input }
}

export function questionOf(error: unknown): Question | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 401) return 'sign-in'
  return error.code === 'staff.step_up' ? 'step-up' : null
}
