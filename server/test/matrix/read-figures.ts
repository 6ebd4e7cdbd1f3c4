import { permissions, type Permission, type TeamScope } from '../../../contract/permissions.ts'
import { roleNames } from '../../../contract/role-names.ts'
import type { Route } from '../../../contract/route.ts'
import { buildCards } from '../build/build-cards.ts'
import { buildStaff } from '../build/build-staff.ts'
import { agreedPlaces } from '../look/agreed-figures.ts'
import { agreedFor, agreedRows } from '../look/agreed-permissions.ts'
import { columnsOf, valuesOf } from '../look/answer-fields.ts'
import { consoleCalls, type NamedRoute } from '../look/every-route.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'
import type { Tenant } from './build-tenant.ts'
import { fill, samplesOf } from './sample-inputs.ts'

/** One answer as one reader sees it. `input` tells the answers of a call from each other. */
export type Seen = { call: string; input: string; team: TeamScope; who: string; held: ReadonlySet<string> } & {
  values: ReadonlyMap<string, readonly string[]>
}
type Reader = { team: TeamScope; who: string; held: ReadonlySet<string>; headers: Record<string, string> }

/** The call of a place: without the kind that it is asked for. */
export const nameOf = (call: string) => call.split('/', 1)[0]!

/** Calls that show something although they are no GET. Those that end a thing come last, each with a thing of its own. */
const SHOWING = `cards.find cards.showKeys users.exportTicked user.reveal user.givePrice bulk.preview priceLists.preview
  priceLists.previewAssign notices.preview refunds.preview giftLinks.takeBack withdrawals.showPayee payouts.showPayee
  cards.voidCard cards.voidBatch`.split(/\s+/)

/** Makes every reading call as every role that may make it, and as the roles that have just too little for a figure. */
export async function readFigures(made: CashierApp, tenant: Tenant): Promise<Seen[]> {
  const makeReader = readers(made, tenant.resellerId)
  const staffCalls = consoleCalls.filter(({ route }) => route.access === 'staff')
  const shows = SHOWING.map((name) => staffCalls.find((one) => one.name === name)!)
  const seen: Seen[] = []
  for (const call of [...staffCalls.filter(({ route }) => route.method === 'GET'), ...shows]) {
    for (const reader of await readersOf(call, makeReader)) {
      for (const input of await inputsOf(made, tenant, call))
        seen.push(...(await read(made, tenant, call, reader, input)))
    }
  }
  return seen
}

type MakeReader = (team: TeamScope, wanted: readonly string[] | (typeof roleNames)[number]) => Promise<Reader>

function readers(made: CashierApp, resellerId: number): MakeReader {
  const known = new Map<string, Reader>()
  return async (team, wanted) => {
    const isRole = typeof wanted === 'string'
    const who = isRole ? wanted : wanted.toSorted().join('+')
    const key = `${team} ${who}`
    if (!known.has(key)) {
      const held = isRole ? agreedFor(agreedRows, team, wanted) : new Set(['own', ...wanted])
      const can = isRole ? { role: wanted } : { permissions: permissions.filter((name) => held.has(name)) }
      const { headers } = await buildStaff(made, { resellerId: team === 'reseller' ? resellerId : null, ...can })
      known.set(key, { team, who, held, headers: { ...headers, 'accept-language': 'en' } })
    }
    return known.get(key)!
  }
}

/** The built-in roles that may make the call; and of own roles, with the call's permission, what a figure needs and less. */
async function readersOf({ name, route }: NamedRoute, make: MakeReader): Promise<Reader[]> {
  const permission = route.permission as Permission | 'own'
  const teams: TeamScope[] = route.scope === 'platform' ? ['platform'] : ['reseller', 'platform']
  const rows = agreedPlaces.filter(({ call, needs }) => nameOf(call) === name && needs !== 'nobody' && needs.length > 0)
  const needed = [...new Set(rows.flatMap(({ needs }) => needs as readonly string[]))]
  const asked = permission === 'own' ? [] : [permission]
  const sets = [
    asked,
    [...asked, ...needed],
    ...needed.map((left) => [...asked, ...needed.filter((one) => one !== left)]),
  ]
  const found: Reader[] = []
  for (const team of teams) {
    for (const role of roleNames) {
      const reader = await make(team, role)
      if (permission === 'own' || reader.held.has(permission)) found.push(reader)
    }
    if (rows.length === 0) continue
    const enters = team === 'platform' && route.scope !== 'platform' ? ['resellers.enter'] : []
    for (const set of sets) found.push(await make(team, [...new Set([...set, ...enters])]))
  }
  return found
}

type Input = { name: string; value: object }

async function inputsOf(
  made: CashierApp,
  { resellerId, things, account }: Tenant,
  { name, route }: NamedRoute,
): Promise<Input[]> {
  const one = (value: object): Input[] => [{ name: '', value }]
  if (name === 'cards.voidCard' || name === 'cards.voidBatch') {
    const { batchId } = await buildCards(made.db, { resellerId })
    const { id } = await made.db.kysely
      .selectFrom('cards')
      .select('id')
      .where('batchId', '=', batchId)
      .executeTakeFirstOrThrow()
    return one(name === 'cards.voidBatch' ? { batchId } : { cardId: id })
  }
  if (name === 'users.exportTicked') return one({ ids: String(account.id) })
  const filled = samplesOf(route).map(({ input }) => fill(input, () => things) as object)
  return filled.map((value) => ({ name: JSON.stringify(value), value }))
}

/** Nothing, where the call was refused: who may make which call is another test's matter. */
async function read(
  { app }: CashierApp,
  { resellerId }: Tenant,
  { name, route }: NamedRoute,
  { headers, ...reader }: Reader,
  { name: input, value }: Input,
): Promise<Seen[]> {
  const named = reader.team === 'platform' && (route.scope ?? 'reseller') === 'reseller'
  const query = named ? { reseller: String(resellerId) } : {}
  const carrier = route.method === 'GET' ? { query: { ...query, ...value } } : { query, payload: value }
  const answer = await app.inject({ method: route.method, url: route.path, headers, ...carrier })
  if (answer.statusCode !== 200) return []
  const call = 'kind' in value && name === 'user.history' ? `${name}/${String(value.kind)}` : name
  const values = valuesIn(name, route, answer.body, String(answer.headers['content-type']))
  return [{ call, input, ...reader, values }]
}

const isWhole = new Set(agreedPlaces.flatMap(({ call, field }) => (field === 'text' ? [call] : [])))

function valuesIn(name: string, route: Route, body: string, type: string): Map<string, string[]> {
  if (!type.startsWith('application/json')) return columnsOf(body)
  const { data } = JSON.parse(body) as { data: { text?: string; isCut?: boolean } }
  const values = valuesOf(route, data)
  if (data.isCut === undefined || isWhole.has(name)) return values
  values.delete('text')
  return new Map([...values, ...columnsOf(data.text!)])
}
