import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { consoleApi } from '../../contract/console/api.ts'
import { Done } from '../../contract/fields.ts'
import { isOpenToKeys } from '../../contract/open-to-keys.ts'
import { keyPermissions, type Permission, type TeamScope } from '../../contract/permissions.ts'
import { route } from '../../contract/route.ts'
import { clock } from '../platform/clock.ts'
import { buildKey } from '../test/build/build-key.ts'
import { buildStaff, buildStaffSession, staffCalls } from '../test/build/build-staff.ts'
import { buildReseller, PASSWORD } from '../test/build/factories.ts'
import { buildSpendingShop, spendingCalls } from '../test/build/spending-shop.ts'
import { agreedFor, agreedRows } from '../test/look/agreed-permissions.ts'
import {
  agreedProofMs,
  agreedStepUp,
  agreedUnprovedFen,
  agreedWithoutFactor,
  type StepUpRow,
} from '../test/look/agreed-step-up.ts'
import { askGuard, askInTurns, type GuardAnswer } from '../test/look/ask-guard.ts'
import { consoleCalls, type NamedRoute } from '../test/look/every-route.ts'
import { appCode } from '../test/outside/authenticator-app.ts'
import { makeApp } from '../test/run/make-app.ts'
import { startAtNoon } from '../test/run/start-at-noon.ts'

const made = await makeApp()
const { db } = made
const { factors, user: userCalls, bulk } = consoleApi
const OWN = 260
const MANY_CALLS = 1_000_000
/** What the guard asks by the table: the use case asks for the rest, with what it spends or does in view. */
const forGuard = agreedStepUp.filter(({ name }) => !name.includes(':'))
const routeOf = new Map(consoleCalls.map(({ name, route: one }) => [name, one]))

/** Whose last proof was ten minutes and more ago, who showed the factor since, and a program. */
const whos = ['stale', 'proved', 'key'] as const
type Who = (typeof whos)[number]
const callers: { team: TeamScope; who: Who; headers: Record<string, string> }[] = []

function declared({ access, permission, scope, stepUp, byKey, ...rest }: NamedRoute['route']) {
  const isKeys = keyPermissions.some((name) => name === permission)
  const isOpen = isOpenToKeys({ access, permission: permission!, byKey: byKey!, stepUp: stepUp!, ...rest })
  return {
    whose: access !== 'staff' ? 'door' : permission === 'own' ? 'own' : (scope ?? 'reseller'),
    asked: stepUp ? 'recent' : 'never',
    atKey: isOpen ? (byKey === 'spends' ? 'limit' : 'open') : isKeys && byKey !== 'never' ? 'step-up' : 'never',
  }
}

/** Where the contract says something else than the table. */
function findUndeclared(rows: readonly StepUpRow[], calls: readonly NamedRoute[]): string[] {
  const unnamed = calls.filter(({ name }) => rows.filter((row) => row.name === name).length !== 1)
  const wrong = rows.filter(({ name, asked, ...row }) => {
    const found = calls.find((call) => call.name === name)
    // Which of these calls spends is nothing that the contract says.
    const wanted = asked === 'spending' ? { ...row, asked: 'never', atKey: 'open' } : { ...row, asked }
    return !found || JSON.stringify({ ...wanted, ...declared(found.route) }) !== JSON.stringify(wanted)
  })
  return [...unnamed, ...wrong].map(({ name }) => name)
}

function expected({ asked, atKey }: StepUpRow, who: Who): GuardAnswer {
  if (who === 'key') return atKey === 'never' ? 'forbidden' : atKey === 'step-up' ? 'step_up' : 'open'
  return who === 'stale' && asked === 'recent' ? 'step_up' : 'open'
}

/** Asks the running application, by everybody, what the table names. */
async function findOpenOrShut(rows: readonly StepUpRow[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { team, who, headers } of callers) {
    const held = agreedFor(agreedRows, team, 'owner')
    const theirs = rows.filter(({ name, whose }) => {
      if (whose === 'door' || (whose === 'platform' && team === 'reseller')) return false
      return held.has(routeOf.get(name)!.permission as Permission)
    })
    await askInTurns(theirs, async (row) => {
      const named = team === 'platform' && row.whose === 'reseller' ? OWN : null
      const got = await askGuard(made, { name: row.name, route: routeOf.get(row.name)! }, headers, named)
      if (got !== expected(row, who)) wrong.push(`${row.name} ${team} ${who}: ${got}`)
    })
  }
  return wrong
}

beforeAll(async () => {
  startAtNoon()
  for (const id of [0, OWN]) await buildReseller(db, { id })
  const permissionsOf = (team: TeamScope) => [...agreedFor(agreedRows, team, 'owner')] as Permission[]
  const teams = [
    { team: 'reseller', resellerId: OWN, withTotp: true },
    // The operator of a sandbox has no factor and types the password.
    { team: 'platform', resellerId: null, withTotp: false },
  ] as const
  const proving = []
  for (const { team, resellerId, withTotp } of teams) {
    const keyed = { resellerId, permissions: permissionsOf(team), callsPerMinute: MANY_CALLS, dailyFen: 100 }
    callers.push({ team, who: 'key', headers: (await buildKey(made, keyed)).headers })
    const { headers, staffId, totpSecret } = await buildStaff(made, { resellerId, withTotp })
    callers.push({ team, who: 'stale', headers })
    const other = staffCalls(made.app, await buildStaffSession(db, staffId))
    callers.push({ team, who: 'proved', headers: other.headers })
    proving.push({ ...other, totpSecret })
  }
  clock.shift(60_000)
  for (const { call, totpSecret } of proving) {
    expect((await call(factors.stepUpBegin, {})).data.ways).toEqual([totpSecret ? 'totp' : 'password'])
    expect((await call(factors.stepUp, { passWord: PASSWORD })).status).toBe(totpSecret ? 400 : 200)
    if (totpSecret) expect((await call(factors.stepUp, { code: appCode(totpSecret) })).status).toBe(200)
  }
  clock.shift(agreedProofMs - 60_000)
})

test('every console call is in the agreed table once, and the contract declares what stands there', () => {
  expect(findUndeclared(forGuard, consoleCalls)).toEqual([])
})

test('every call stops a session proved ten minutes ago, and a key, exactly where agreed, and lets the owner in', async () => {
  expect(await findOpenOrShut(forGuard)).toEqual([])
})

test('notices a call that is in no table, is in it twice, or is gone', () => {
  const base = { access: 'staff', permission: 'money.pay-out', summary: '' } as const
  const planted = route('POST /api/console/money/t-new', { ...base, input: Type.Object({}), output: Done })
  const name = 'money.payEverything'
  expect(findUndeclared(forGuard, [...consoleCalls, { name, route: planted }])).toEqual([name])
  const payout = forGuard.find((row) => row.name === 'payouts.pay')!
  expect(findUndeclared([...forGuard, payout], consoleCalls)).toEqual(['payouts.pay'])
  expect(findUndeclared([...forGuard, { ...payout, name }], consoleCalls)).toEqual([name])
})

const byAll = (got: string) => [`reseller ${got}`, `platform ${got}`]
const breaches: [call: string, plant: Partial<NamedRoute['route']>, found: string[]][] = [
  ['payouts.pay', { stepUp: undefined as never }, ['platform stale: open']],
  ['user.endSessions', { stepUp: undefined as never }, [...byAll('stale: open'), ...byAll('key: open')]],
  ['cards.showKeys', { byKey: 'spends' }, byAll('key: open')],
  ['user.resetCode', { byKey: undefined as never }, byAll('key: step_up')],
  ['notices.publish', { stepUp: true }, [...byAll('stale: step_up'), ...byAll('key: step_up')]],
  ['orders.list', { byKey: 'never' }, byAll('key: forbidden')],
]
test.each(breaches)(
  'notices %s with %o, in the contract and in the running application',
  async (name, plant, found) => {
    const planted = routeOf.get(name)!
    const before = { ...planted }
    onTestFinished(() => {
      for (const field of Object.keys(plant)) delete (planted as Record<string, unknown>)[field]
      Object.assign(planted, before)
    })
    Object.assign(planted, plant)
    expect(findUndeclared(forGuard, consoleCalls)).toEqual([name])
    const seen = await findOpenOrShut(forGuard.filter((row) => row.name === name))
    expect(seen.toSorted()).toEqual(found.map((one) => `${name} ${one}`).toSorted())
  },
)

/** The reseller of each shop, and a member of it whose last proof was eleven minutes ago. */
let shops = 7600
async function buildShop() {
  const resellerId = (shops += 1)
  const shop = await buildSpendingShop(made, resellerId)
  const member = await buildStaff(made, { resellerId })
  const codeOf = async (asked: ReturnType<typeof member.call>) => {
    const { status, code } = await asked
    return code ?? status
  }
  const give = (amountFen: number) => {
    const wish = { kind: 'balance', amountFen } as const
    return codeOf(member.call(userCalls.give, { id: shop.user.id, wish, costFen: amountFen, key: randomUUID() }))
  }
  const prove = async () => expect(await codeOf(member.call(factors.stepUp, { passWord: PASSWORD }))).toBe(200)
  return { ...shop, resellerId, member, codeOf, give, prove }
}

test('the table names every call that spends', () => {
  const named = agreedStepUp.filter(({ atKey }) => atKey === 'limit').map(({ name }) => name)
  expect(named.toSorted()).toEqual([...spendingCalls])
})

test.each(spendingCalls)(
  'a stale session spends 50 yuan a day by %s, and one fen more with the factor',
  async (name) => {
    const isAskedAnyway = agreedStepUp.find((row) => row.name === name)!.asked === 'recent'
    const { purchase, give, codeOf, member, pocket } = await buildShop()
    const { route: one, costFen, input } = purchase(name)
    expect(await give(agreedUnprovedFen - costFen)).toBe(200)
    if (!isAskedAnyway) clock.shift(agreedProofMs)
    expect(await codeOf(member.call(one, input))).toBe(200)
    if (isAskedAnyway) clock.shift(agreedProofMs)
    expect([await give(1), await pocket()]).toEqual(['staff.step_up', 100_000 - agreedUnprovedFen])

    const other = await buildShop()
    const beyond = other.purchase(name)
    expect(await other.give(agreedUnprovedFen - costFen + 1)).toBe(200)
    clock.shift(agreedProofMs)
    const before = await other.pocket()
    const press = () => other.codeOf(other.member.call(beyond.route, beyond.input))
    expect([await press(), await other.pocket()]).toEqual(['staff.step_up', before])
    await other.prove()
    expect([await press(), await other.pocket()]).toEqual([200, before - costFen])
  },
)

test('a bulk block asks for the factor each time, and no key opens it', async () => {
  const { user, member, codeOf, prove, resellerId } = await buildShop()
  const bot = await buildKey(made, { resellerId, dailyFen: MANY_CALLS })
  const asked = { selection: { ids: String(user.id) }, people: 1, costFen: 0 }
  const block = () => ({ ...asked, work: { kind: 'block', reason: '核实中' } as const, key: randomUUID() })
  const agreed = agreedStepUp.find(({ name }) => name === 'bulk.start:block')
  expect(agreed).toMatchObject({ asked: 'afresh', atKey: 'step-up' })
  expect(await codeOf(bot.call(bulk.start, block()))).toBe('staff.step_up')
  expect(await codeOf(member.call(bulk.start, block())), 'who has just signed in').toBe('staff.step_up')
  await prove()
  expect(await codeOf(member.call(bulk.start, block()))).toBe(200)
  expect(await codeOf(member.call(bulk.start, block())), 'the next one').toBe('staff.step_up')
})

test('in production a member without a factor reaches only what sets one', async () => {
  const server = await makeApp({ MODE: 'production', PUBLIC_URL: 'https://console.example' })
  const members = {
    reseller: await buildStaff(server, { resellerId: OWN }),
    platform: await buildStaff(server, { resellerId: null }),
  }
  const asked = consoleCalls.filter(({ route: { access } }) => access === 'staff')
  const open = await askInTurns(asked, async (one) => {
    const { headers } = members[one.route.scope === 'platform' ? 'platform' : 'reseller']
    const got = await askGuard(server, one, headers, null)
    return got === '403 staff.factor_required' ? [] : [`${one.name} ${got}`]
  })
  expect(open.flat().toSorted()).toEqual(agreedWithoutFactor.map((name) => `${name} open`))
})
