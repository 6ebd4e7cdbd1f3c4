import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { nodeApi } from '../../../contract/node-api.ts'
import type { Route } from '../../../contract/route.ts'

export type NamedRoute = { name: string; route: Route }

/** The calls of a contract, each with its name in the code. */
function namesOf(calls: object): NamedRoute[] {
  return Object.entries(calls).flatMap(([domain, group]) =>
    Object.entries(group as Record<string, Route>).map(([name, route]) => ({ name: `${domain}.${name}`, route })),
  )
}

export const portalCalls = namesOf(api)
export const consoleCalls = namesOf(consoleApi)
export const nodeCalls = namesOf({ node: nodeApi })
