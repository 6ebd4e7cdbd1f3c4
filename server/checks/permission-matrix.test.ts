import { beforeAll, expect, test } from 'vitest'

import { builtInRoles, permissions, type Permission, type TeamScope } from '../../contract/permissions.ts'
import { roleNames, type RoleName } from '../../contract/role-names.ts'
import { isShort } from '../../test/grid.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildReseller } from '../test/build/factories.ts'
import { agreedFor, agreedRows, type AgreedRow } from '../test/look/agreed-permissions.ts'
import { askGuard, type GuardAnswer } from '../test/look/ask-guard.ts'
import { consoleCalls } from '../test/look/every-route.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp()
const [OWN, OTHER, ABSENT] = [260, 261, 999_999]
/** The resellers a call names. The first two are the ones that open or refuse most; the full grid has all. */
const PLACES = { reseller: [null, OTHER, OWN, ABSENT], platform: [OTHER, null, 0, ABSENT] }
const PLACES_TRIED = isShort ? 2 : 4
const forStaff = consoleCalls.filter(({ route }) => route.access === 'staff')

type Case = { name: string; team: TeamScope; role: RoleName | null; named: number | null; got: GuardAnswer }

/** The outcome by the agreed table and the guard's rules. */
function expected(rows: readonly AgreedRow[], { name, team, role, named }: Case): GuardAnswer {
  const { permission, scope = 'reseller' } = forStaff.find((one) => one.name === name)!.route
  const held = agreedFor(rows, team, role)
  if (!held.has(permission as Permission)) return 'forbidden'
  if (team === 'reseller') {
    if (named !== null && named !== OWN) return 'unknown'
    return scope === 'platform' ? 'forbidden' : 'open'
  }
  if (scope === 'platform') return 'open'
  if (named === null) return scope === 'any' ? 'open' : 'unnamed'
  if (named !== 0 && !held.has('resellers.enter')) return 'forbidden'
  return named === ABSENT ? 'unknown' : 'open'
}

const findWrong = (rows: readonly AgreedRow[]) =>
  cases.flatMap((one) => {
    const wanted = expected(rows, one)
    return one.got === wanted ? [] : [{ ...one, wanted }]
  })

const cases: Case[] = []
beforeAll(async () => {
  for (const id of [0, OWN, OTHER]) await buildReseller(made.db, { id })
  for (const team of ['reseller', 'platform'] as const) {
    const places = PLACES[team].slice(0, PLACES_TRIED)
    for (const role of [...roleNames, null]) {
      const wanted = role === null ? { permissions: [] } : { role }
      const { headers } = await buildStaff(made, { resellerId: team === 'reseller' ? OWN : null, ...wanted })
      for (const named of places) {
        const got = await Promise.all(forStaff.map((one) => askGuard(made, one, headers, named)))
        cases.push(...forStaff.map(({ name }, at) => ({ name, team, role, named, got: got[at]! })))
      }
    }
  }
})

test('every console call is open to exactly the agreed roles, in exactly their places', ({ task }) => {
  task.meta.cells = cases.length
  expect(cases).toHaveLength(forStaff.length * 2 * 6 * PLACES_TRIED)
  expect(findWrong(agreedRows)).toEqual([])
})

test('notices one letter too many or too few in the table, at the calls that it opens', () => {
  const letters = (name: string, reseller: string) =>
    agreedRows.map((row) => (row.name === name ? { ...row, reseller } : row))
  const rightsOf = (permission: string) =>
    forStaff.filter(({ route }) => route.permission === permission).map(({ name }) => name)
  const found = (rows: AgreedRow[]) => new Set(findWrong(rows).map(({ name, role }) => `${name} ${role}`))
  expect(found(letters('users.write', 'OMS'))).toEqual(
    new Set(rightsOf('users.write').map((name) => `${name} support`)),
  )
  expect(found(letters('orders.read', 'OMSF'))).toEqual(
    new Set(rightsOf('orders.read').map((name) => `${name} viewer`)),
  )
  expect(rightsOf('users.write').length).toBeGreaterThan(0)
})

test('notices a call that requires another permission than agreed', () => {
  const planted = forStaff.find(({ name }) => name === 'user.block')!
  const { route } = planted
  planted.route = { ...route, permission: 'users.read' } as typeof route
  const found = findWrong(agreedRows)
  planted.route = route
  expect([...new Set(found.map(({ name, role }) => `${name} ${role}`))]).toEqual(
    ['support', 'finance', 'viewer'].map((role) => `user.block ${role}`),
  )
})

test('the built-in roles have exactly the agreed permissions, used by a call or not', () => {
  const lettersOf = (scope: TeamScope, name: Permission) =>
    roleNames
      .filter((role) => builtInRoles[scope][role].has(name))
      .map((role) => role[0]!.toUpperCase())
      .join('')
  const held = permissions.map((name) => ({
    name,
    reseller: lettersOf('reseller', name),
    platform: lettersOf('platform', name),
  }))
  const sorted = (rows: readonly AgreedRow[]) => rows.map((row) => Object.values(row).join(' ')).toSorted()
  expect(sorted(held)).toEqual(sorted(agreedRows))
})
