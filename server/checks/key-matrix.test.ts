import { beforeAll, expect, test } from 'vitest'

import { roleNames, type Permission, type RoleName, type TeamScope } from '../../contract/permissions.ts'
import { isShort } from '../../test/grid.ts'
import { buildKey } from '../test/build/build-key.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildReseller } from '../test/build/factories.ts'
import { agreedFor, agreedRows } from '../test/look/agreed-permissions.ts'
import { consoleCalls, type NamedRoute } from '../test/look/every-route.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp()
const [OWN, OTHER] = [260, 261]
const forStaff = consoleCalls.filter(({ route }) => route.access === 'staff')

/** Agreed: what no key ever does. Typed a second time, so that a change of the contract alone is noticed. */
const NEVER = new Set<string>(
  `money.pay-out withdrawals.decide payouts.decide refunds.make adjustments.make staff.read staff.write keys.write
   merchants.write backups.download monitors.write users.factor own`.split(/\s+/),
)
const NEVER_CALLS = new Set(
  `backups.list backups.run backups.verify backups.download imports.beginFile imports.check imports.list imports.putPart
   imports.removeFile imports.report imports.run imports.tell imports.undo imports.uses orders.wishRefund resellers.inviteOwner
   user.resetCode user.unlock`.split(/\s+/),
)
/** Members must step up for these; a key takes them from its daily limit. */
const SPENDS = new Set(['cards.buy'])

type Outcome = 'open' | 'forbidden' | 'unknown' | 'unnamed' | 'step_up' | `${number} ${string}`
type Case = { name: string; team: TeamScope; role: RoleName | null; named: number | null; got: Outcome }

/** The guard runs before the input is read: a call with an unknown field gets past the guard and changes nothing. */
async function ask({ route }: NamedRoute, headers: Record<string, string>, named: number | null): Promise<Outcome> {
  const query = named === null ? {} : { reseller: String(named) }
  const wrong = { 'no-such-field': '1' }
  const carrier = route.method === 'GET' ? { query: { ...query, ...wrong } } : { query, payload: wrong }
  const answer = await made.app.inject({ method: route.method, url: route.path, headers, ...carrier })
  const { code, data } = answer.json() as { code?: string; data?: { fields?: Record<string, string> } }
  if (code === 'request.invalid') return data?.fields?.['reseller'] === 'required' ? 'unnamed' : 'open'
  if (code === 'staff.forbidden') return 'forbidden'
  if (code === 'staff.step_up') return 'step_up'
  return code === 'object.unknown' ? 'unknown' : `${answer.statusCode} ${code}`
}

function expected({ name, team, role, named }: Case): Outcome {
  const { permission, scope = 'reseller', stepUp } = forStaff.find((one) => one.name === name)!.route
  const held = agreedFor(agreedRows, team, role)
  if (NEVER.has(permission!) || NEVER_CALLS.has(name) || !held.has(permission as Permission)) return 'forbidden'
  const place = placeOf(team, scope, named, held.has('resellers.enter'))
  if (place !== 'open') return place
  return stepUp && !SPENDS.has(name) ? 'step_up' : 'open'
}

function placeOf(team: TeamScope, scope: string, named: number | null, mayEnter: boolean): Outcome {
  if (team === 'reseller') {
    if (named !== null && named !== OWN) return 'unknown'
    return scope === 'platform' ? 'forbidden' : 'open'
  }
  if (scope === 'platform') return 'open'
  if (named === null) return scope === 'any' ? 'open' : 'unnamed'
  return mayEnter ? 'open' : 'forbidden'
}

/** Every call of a key counts in one row: hundreds at once would wait for each other. */
const inTurns = <T>(all: readonly T[], count = 12): T[][] =>
  Array.from({ length: Math.ceil(all.length / count) }, (_, at) => all.slice(at * count, (at + 1) * count))

const cases: Case[] = []
beforeAll(async () => {
  for (const id of [0, OWN, OTHER]) await buildReseller(made.db, { id })
  const roles = isShort ? (['owner', 'viewer', null] as const) : [...roleNames, null]
  for (const team of ['reseller', 'platform'] as const) {
    for (const role of roles) {
      const resellerId = team === 'reseller' ? OWN : null
      // Given everything that the role has, even what no key may do: a row of the database alone opens nothing.
      const permissions = [...agreedFor(agreedRows, team, role)] as Permission[]
      const { headers } = await buildKey(made, { resellerId, permissions, callsPerMinute: 1_000_000, dailyFen: 100 })
      // Where a key may go depends on its team alone: one role in another place is enough.
      for (const named of role === 'owner' ? [null, OTHER] : [null]) {
        for (const some of inTurns(forStaff)) {
          const got = await Promise.all(some.map((one) => ask(one, headers, named)))
          cases.push(...some.map(({ name }, at) => ({ name, team, role, named, got: got[at]! })))
        }
      }
    }
  }
})

test('every console call is open to exactly the keys that were given it, and never to what no key does', () => {
  expect(cases.length).toBeGreaterThanOrEqual(forStaff.length * 8)
  const wrong = cases.flatMap((one) => (one.got === expected(one) ? [] : [{ ...one, wanted: expected(one) }]))
  expect(wrong).toEqual([])
})

test('every console call refuses a cookie and a key together, whatever each of them may', async () => {
  const member = await buildStaff(made, { resellerId: OWN })
  const operator = await buildStaff(made, { resellerId: null })
  const { headers } = await buildKey(made, { resellerId: OWN, callsPerMinute: 1_000_000 })
  const wrong: string[] = []
  for (const some of inTurns(forStaff)) {
    const answers = some.map(async ({ name, route }) => {
      const cookie = route.scope === 'platform' ? operator.headers : member.headers
      const answer = await made.app.inject({
        method: route.method,
        url: route.path,
        headers: { ...cookie, ...headers },
      })
      const { code, data } = answer.json() as { code?: string; data?: { fields?: Record<string, string> } }
      const isRefused = answer.statusCode === 400 && data?.fields?.['authorization'] === 'together'
      if (!isRefused) wrong.push(`${name}: ${answer.statusCode} ${code}`)
    })
    await Promise.all(answers)
  }
  expect(wrong).toEqual([])
})

test('the agreed exceptions name calls that exist', () => {
  const names = new Set(forStaff.map(({ name }) => name))
  expect([...NEVER_CALLS, ...SPENDS].filter((name) => !names.has(name))).toEqual([])
  const permissions = new Set([...agreedRows.map(({ name }) => name), 'own'])
  expect([...NEVER].filter((name) => !permissions.has(name))).toEqual([])
})

test('no call is open to a key that spends the balance without a limit', () => {
  const open = cases.filter(({ got }) => got === 'open').map(({ name }) => name)
  expect(open).toContain('user.sell')
  expect(open).toContain('cards.buy')
  expect(open).not.toContain('money.askPayout')
})
