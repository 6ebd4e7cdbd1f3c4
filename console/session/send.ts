import type { Static } from 'typebox'

import type { Route } from '../../contract/route.ts'
import { call } from '../../ui/http/client.ts'

/** Sends one request for use before and during sign-in: a refusal does not ask the member anything. */
export function send<R extends Route>(route: R, input: Static<R['input']>): Promise<Static<R['output']>> {
  return call(route, input, { noRedirect: true, unshared: true })
}
