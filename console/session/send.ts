import type { Static } from 'typebox'

import type { Route } from '../../contract/route.ts'
import { call } from '../../ui/http/client.ts'

/** One request as it is: for what happens before and while signing in, where a refusal asks nobody anything. */
export function send<R extends Route>(route: R, input: Static<R['input']>): Promise<Static<R['output']>> {
  return call(route, input, { noRedirect: true, unshared: true })
}
