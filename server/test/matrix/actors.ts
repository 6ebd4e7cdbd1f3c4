import type { FastifyInstance } from 'fastify'

import type { Access, Route } from '../../../contract/route.ts'
import { TENANT_ROLES } from '../../../test/grid.ts'
import { buildMonitor } from '../build/build-monitor.ts'
import { buildSession } from '../build/build-session.ts'
import { buildStaff, buildStaffSession, staffCalls } from '../build/build-staff.ts'
import { buildAccount, buildReseller } from '../build/factories.ts'
import { enrolAgent } from '../outside/test-agent.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'
import type { Tenant } from './build-tenant.ts'

export type Heard = { status: number; text: string }
type Headers = Record<string, string>
export type Actor = {
  name: string
  access: Access
  /** The reseller that platform staff name. */
  named?: number
  isPlatform?: true
  /** A separate session for a call that may end it. */
  freshHeaders(): Promise<Headers>
  headers: Headers
  /** Set for a node, which signs its calls. */
  ask?: (route: Route, input: unknown) => Promise<Heard>
}

let callers = 0
/** A new address for each call: limits by address are not tested here. */
const newAddress = () => `10.${(callers += 1) >> 16}.${(callers >> 8) & 255}.${callers & 255}`

export async function send(
  app: FastifyInstance,
  actor: Actor,
  route: Route,
  input: unknown,
  isFresh = false,
): Promise<Heard> {
  if (actor.ask && route.access === 'node') return actor.ask(route, input)
  const own = isFresh ? await actor.freshHeaders() : actor.headers
  const page = route.path.startsWith('/api/console/') ? staffCalls(app, null).headers : {}
  const query: Headers = actor.named === undefined || route.access !== 'staff' ? {} : { reseller: String(actor.named) }
  const carrier =
    route.method === 'GET' ? { query: { ...query, ...(input as Headers) } } : { query, payload: input as object }
  const answer = await app.inject({
    method: route.method,
    url: route.path,
    headers: { ...page, ...own },
    remoteAddress: newAddress(),
    ...carrier,
  })
  // Numbers of the answer and of what it made differ each time and say nothing about others.
  return { status: answer.statusCode, text: answer.body.replace(/"reqId":"[^"]*"|"noticeId":\d+/, '') }
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

/** One of each kind. All but the stranger and the platform belong to one reseller. */
export async function buildActors(made: CashierApp, tenant: Tenant, partnerKey: string): Promise<Actor[]> {
  const { resellerId } = tenant
  const still = (name: string, access: Access, headers: Headers): Actor => ({
    name,
    access,
    headers,
    freshHeaders: async () => headers,
  })
  const user = async (name: string, account: { id: number; resellerId: number }): Promise<Actor> => {
    const freshHeaders = async () => bearer(await buildSession(made.db, account))
    return { name, access: 'user', freshHeaders, headers: await freshHeaders() }
  }
  const staff = (name: string, member: { staffId: number; headers: Headers }, more: Partial<Actor> = {}): Actor => ({
    name,
    access: 'staff',
    headers: member.headers,
    ...more,
    freshHeaders: async () => staffCalls(made.app, await buildStaffSession(made.db, member.staffId)).headers,
  })
  const owner = await buildAccount(made.db, { resellerId })
  await buildReseller(made.db, { id: 7003 })
  const owned = { ownerResellerId: resellerId, ownerAccountId: owner.id }
  await made.db.kysely.updateTable('resellers').set(owned).where('id', '=', 7003).execute()
  const actors = [
    still('visitor', 'public', {}),
    await user('user', tenant.account),
    await user("agency's owner", owner),
    staff('reseller owner', tenant.owner),
    staff("another reseller's owner", await buildStaff(made, { resellerId: 7004 })),
    still('monitor', 'monitor', bearer((await buildMonitor(made, { resellerId })).token)),
    still('partner', 'partner', bearer(partnerKey)),
  ]
  for (const role of TENANT_ROLES) {
    if (role !== 'owner') actors.push(staff(`reseller ${role}`, await buildStaff(made, { resellerId, role })))
    const member = await buildStaff(made, { resellerId: null, role })
    actors.push(staff(`platform ${role}`, member, { named: resellerId, isPlatform: true }))
  }
  const { nodeId } = await made.db.kysely
    .selectFrom('lines')
    .select('nodeId')
    .where('id', '=', tenant.things.line)
    .executeTakeFirstOrThrow()
  const agent = await enrolAgent(made, nodeId)
  const ask: Actor['ask'] = async (route, input) => {
    const { status, text } = await agent.ask(route, input as never)
    return { status, text: text.replace(/"reqId":"[^"]*"/, '') }
  }
  return [...actors, { ...still('node', 'node', bearer(agent.secret)), ask }]
}
