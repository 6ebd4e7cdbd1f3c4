import { afterEach, describe, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff, buildStaffSession, staffCalls } from '../../../test/build/build-staff.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { resetMemberFactor } from './change-member.ts'

const made = await makeApp()
const { db, config } = made
/** A second server process of the same installation. */
const twin = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
const { staff, session, devices, audit } = consoleApi
let teams = 5000
const newTeam = () => (teams += 1)
const onTwin = (token: string) => staffCalls(twin.app, token)

afterEach(() => clock.reset())

describe('takes effect with the next call on every process', () => {
  test('a changed role', async () => {
    const resellerId = newTeam()
    const owner = await buildStaff(made, { resellerId })
    const member = await buildStaff(made, { resellerId, role: 'manager' })
    const page = onTwin(member.token)
    expect((await page.call(staff.list, {})).status).toBe(200)
    await owner.call(staff.changeRole, { id: member.staffId, role: { name: 'viewer' } })
    expect((await page.call(staff.list, {})).code).toBe('staff.forbidden')
    expect((await page.call(session.show, {})).data.member.role).toBe('viewer')
  })

  test('a changed own role', async () => {
    const resellerId = newTeam()
    const owner = await buildStaff(made, { resellerId })
    const { id } = (await owner.call(staff.saveRole, { name: 'Night', permissions: ['staff.read', 'users.read'] })).data
    const member = await buildStaff(made, { resellerId, role: 'viewer' })
    await owner.call(staff.changeRole, { id: member.staffId, role: { id } })
    const page = onTwin(member.token)
    expect((await page.call(staff.list, {})).status).toBe(200)
    await owner.call(staff.saveRole, { id, name: 'Night', permissions: ['users.read'] })
    expect((await page.call(staff.list, {})).code).toBe('staff.forbidden')
  })

  test('a removed member, ended sessions, a reset factor', async () => {
    const resellerId = newTeam()
    const owner = await buildStaff(made, { resellerId })
    const [removed, ended, lost] = await Promise.all(
      [1, 2, 3].map(() => buildStaff(made, { resellerId, role: 'support', withTotp: true })),
    )
    await owner.call(staff.remove, { id: removed!.staffId })
    await owner.call(staff.endSessions, { id: ended!.staffId })
    const by = { actor: 'operator:test', permissions: null }
    await resetMemberFactor({ db, now: clock.now() }, { team: resellerId, id: lost!.staffId }, by)
    for (const { token } of [removed!, ended!, lost!])
      expect((await onTwin(token).call(session.show, {})).status).toBe(401)
    const { rows } = (await owner.call(staff.list, {})).data
    const factors = new Map(rows.map(({ id, hasFactor }) => [id, hasFactor]))
    expect([removed!, ended!, lost!].map(({ staffId }) => factors.get(staffId))).toEqual([undefined, true, false])
  })

  test('a suspended reseller', async () => {
    const resellerId = newTeam()
    const owner = await buildStaff(made, { resellerId })
    const page = onTwin(owner.token)
    expect((await page.call(staff.invite, { role: { name: 'viewer' } })).status).toBe(200)
    await db.kysely.updateTable('resellers').set({ suspendedAt: clock.now() }).where('id', '=', resellerId).execute()
    expect((await page.call(staff.invite, { role: { name: 'viewer' } })).code).toBe('reseller.suspended')
    expect((await page.call(staff.list, {})).status).toBe(200)
    expect((await page.call(devices.endOthers, {})).status).toBe(200)
  })
})

describe('the last owner', () => {
  test('cannot be removed or demoted, not even by themselves', async () => {
    const resellerId = newTeam()
    const owner = await buildStaff(made, { resellerId })
    const id = owner.staffId
    expect((await owner.call(staff.remove, { id })).code).toBe('staff.last_owner')
    expect((await owner.call(staff.changeRole, { id, role: { name: 'manager' } })).code).toBe('staff.last_owner')
    const second = await buildStaff(made, { resellerId })
    expect((await second.call(staff.remove, { id })).status).toBe(200)
    expect((await second.call(staff.remove, { id: second.staffId })).code).toBe('staff.last_owner')
  })

  test('of two owners who remove each other at once, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const resellerId = newTeam()
      const [one, two] = [await buildStaff(made, { resellerId }), await buildStaff(made, { resellerId })]
      await Promise.all([
        one.call(staff.remove, { id: two.staffId }),
        onTwin(two.token).call(staff.remove, { id: one.staffId }),
      ])
      const left = await db.kysely
        .selectFrom('staff')
        .select('id')
        .where('resellerId', '=', resellerId)
        .where('removedAt', 'is', null)
        .execute()
      expect(left).toHaveLength(1)
    }
  })
})

describe('nobody can grant more than they have', () => {
  test('an own role with staff.write cannot make an owner or a role beyond its own, nor change a member who has more', async () => {
    const resellerId = newTeam()
    const owner = await buildStaff(made, { resellerId })
    const deputy = await buildStaff(made, { resellerId, permissions: ['staff.read', 'staff.write', 'users.read'] })
    const viewer = await buildStaff(made, { resellerId, role: 'viewer' })
    const refused = [
      await deputy.call(staff.invite, { role: { name: 'owner' } }),
      await deputy.call(staff.saveRole, { name: 'More', permissions: ['users.read', 'money.read'] }),
      await deputy.call(staff.changeRole, { id: deputy.staffId, role: { name: 'owner' } }),
      await deputy.call(staff.changeRole, { id: viewer.staffId, role: { name: 'manager' } }),
      await deputy.call(staff.remove, { id: owner.staffId }),
      await deputy.call(staff.remove, { id: viewer.staffId }),
      await deputy.call(staff.endSessions, { id: owner.staffId }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'staff.forbidden'))
    const { id } = (await deputy.call(staff.saveRole, { name: 'Less', permissions: ['users.read'] })).data
    expect((await deputy.call(staff.invite, { role: { id } })).status).toBe(200)
  })

  test("a reseller cannot use a platform permission or another team's role", async () => {
    const owner = await buildStaff(made, { resellerId: newTeam() })
    const wanted = { name: 'Operator', permissions: ['resellers.terms' as const] }
    expect((await owner.call(staff.saveRole, wanted)).code).toBe('staff.forbidden')
    const other = await buildStaff(made, { resellerId: newTeam() })
    const { id } = (await other.call(staff.saveRole, { name: 'Theirs', permissions: ['users.read'] })).data
    const tries = [
      await owner.call(staff.invite, { role: { id } }),
      await owner.call(staff.saveRole, { id, name: 'Mine', permissions: [] }),
      await owner.call(staff.removeRole, { id }),
      await owner.call(staff.changeRole, { id: other.staffId, role: { name: 'viewer' } }),
      await owner.call(staff.remove, { id: other.staffId }),
      await owner.call(staff.endSessions, { id: other.staffId }),
      await owner.call(staff.sessions, { id: other.staffId }),
    ]
    const absent = await owner.call(staff.remove, { id: 999_999_999 })
    for (const one of tries) expect([one.status, one.text]).toEqual([422, absent.text])
  })

  test("platform staff can read a reseller's team and change only their own", async () => {
    const resellerId = newTeam()
    const owner = await buildStaff(made, { resellerId })
    const operator = await buildStaff(made, { resellerId: null })
    const rows = (await operator.call(staff.list, {}, { reseller: resellerId })).data.rows
    expect(rows.map(({ id }) => id)).toEqual([owner.staffId])
    const tried = await operator.call(staff.remove, { id: owner.staffId }, { reseller: resellerId })
    expect(tried.code).toBe('staff.forbidden')
    const own = (await operator.call(staff.list, {}, { reseller: 0 })).data.rows
    expect(own.map(({ id }) => id)).toContain(operator.staffId)
  })
})

test('role names are unique, used roles stay, and the five built-in ones are listed with their members', async () => {
  const resellerId = newTeam()
  const owner = await buildStaff(made, { resellerId })
  const { id } = (await owner.call(staff.saveRole, { name: 'Night', permissions: ['users.read'] })).data
  expect((await owner.call(staff.saveRole, { name: 'NIGHT', permissions: [] })).code).toBe('staff.role_taken')
  expect((await owner.call(staff.saveRole, { name: 'Owner', permissions: [] })).code).toBe('staff.role_taken')
  const member = await buildStaff(made, { resellerId, role: 'viewer' })
  await owner.call(staff.changeRole, { id: member.staffId, role: { id } })
  expect((await owner.call(staff.removeRole, { id })).code).toBe('staff.role_used')
  const { rows } = (await owner.call(staff.roles, {})).data
  expect(rows.map(({ name, members }) => [name, members])).toEqual([
    ['owner', 1],
    ['manager', 0],
    ['support', 0],
    ['finance', 0],
    ['viewer', 0],
    ['Night', 1],
  ])
  await owner.call(staff.remove, { id: member.staffId })
  expect((await owner.call(staff.removeRole, { id })).status).toBe(200)
})

test('a role with a permission that no longer exists is listed without it and can be saved again', async () => {
  const resellerId = newTeam()
  const owner = await buildStaff(made, { resellerId })
  const { id } = (await owner.call(staff.saveRole, { name: 'Desk', permissions: ['users.read'] })).data
  const roleId = Number(id)
  await db.kysely
    .updateTable('staffRoles')
    .set({ permissions: ['users.read', 'gone.write'] })
    .where('id', '=', roleId)
    .execute()
  const { rows } = (await owner.call(staff.roles, {})).data
  const shown = rows.find((role) => role.id === id)!
  expect(shown.permissions).toEqual(['users.read'])
  expect((await owner.call(staff.saveRole, { id, name: 'Desk', permissions: ['users.read'] })).status).toBe(200)
})

test('changing staff needs a fresh proof', async () => {
  const owner = await buildStaff(made, { resellerId: newTeam() })
  clock.shift(staffLimits.proofMs)
  expect((await owner.call(staff.invite, { role: { name: 'viewer' } })).code).toBe('staff.step_up')
  expect((await owner.call(staff.list, {})).status).toBe(200)
})

test('own devices are listed without the full address, and end one by one or all others', async () => {
  const { call, staffId, token } = await buildStaff(made, { resellerId: newTeam() })
  const others = await Promise.all([1, 2, 3].map(() => buildStaffSession(db, staffId)))
  const { rows } = (await call(devices.list, {})).data
  expect(rows).toHaveLength(4)
  expect(rows.filter(({ current }) => current)).toHaveLength(1)
  expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(['127.0.0.0/24']))
  const other = rows.find(({ current }) => !current)!
  expect((await call(devices.end, { id: other.id })).status).toBe(200)
  expect((await call(devices.end, { id: other.id })).code).toBe('object.unknown')
  await call(devices.endOthers, {})
  for (const one of others) expect((await onTwin(one).call(session.show, {})).status).toBe(401)
  expect((await onTwin(token).call(session.show, {})).status).toBe(200)
  const stranger = await buildStaff(made, { resellerId: newTeam() })
  const own = (await stranger.call(devices.list, {})).data.rows[0]!
  expect((await call(devices.end, { id: own.id })).code).toBe('object.unknown')
})

describe('the audit', () => {
  test('shows before and after to its own team, filters, pages and exports', async () => {
    const resellerId = newTeam()
    const owner = await buildStaff(made, { resellerId, withTotp: true })
    const member = await buildStaff(made, { resellerId, role: 'support' })
    await owner.call(staff.changeRole, { id: member.staffId, role: { name: 'viewer' } }, { address: '198.51.100.7' })
    await owner.call(staff.invite, { role: { name: 'viewer' } })
    const found = await owner.call(audit.list, { action: 'staff.role_changed' })
    expect(found.data.rows).toEqual([
      expect.objectContaining({
        actor: `staff:${owner.staffId}`,
        actorName: owner.name,
        subject: `staff:${member.staffId}`,
        before: { role: 'support' },
        after: { role: 'viewer' },
        address: '198.51.100.0/24',
      }),
    ])
    const first = (await owner.call(audit.list, { limit: 1 })).data
    expect([first.rows.length, first.count]).toEqual([1, 3])
    const second = (await owner.call(audit.list, { limit: 1, cursor: first.nextCursor! })).data
    expect(second.rows[0]!.id).toBeLessThan(first.rows[0]!.id)
    const file = (await owner.call(audit.export, { subject: `staff:${member.staffId}` })).data
    expect([file.rows, file.isCut]).toEqual([1, false])
    expect(file.text).toContain('role: support')
    const looks = (await owner.call(audit.list, { action: 'audit' })).data.rows
    expect(looks.map(({ action }) => action)).toContain('audit.exported')
    const stranger = await buildStaff(made, { resellerId: newTeam() })
    expect((await stranger.call(audit.list, {})).data.rows).toEqual([])
    const operator = await buildStaff(made, { resellerId: null })
    const seen = (await operator.call(audit.list, { action: 'staff.role_changed' }, { reseller: resellerId })).data
    expect(seen.count).toBe(1)
    expect((await operator.call(audit.list, {})).data.count).toBeGreaterThan(5)
  })

  test('cannot be changed or deleted by a statement', async () => {
    for (const text of [`update audit_log set actor = 'x'`, 'delete from audit_log', 'truncate audit_log cascade']) {
      await expect(db.pool.query(text)).rejects.toThrow('append-only')
    }
  })
})
