import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import type { RoleName } from '../../../../contract/role-names.ts'
import { clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { buildStaff, staffCalls } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { endTeam } from '../team/end-team.ts'
import { inviteFirstOwner } from './invite-first-owner.ts'
import { inviteMember } from './invite-member.ts'

// A member who lost the office cannot return by an old invitation; a colleague's invitation still works.
const made = await makeApp()
const { db, config } = made
const { join, staff, resellers } = consoleApi
const visitor = staffCalls(made.app, null)
const operator = { actor: 'operator:test', permissions: null }
const opCtx = () => ({ db, config, now: clock.now(), language: 'en' as const })
let teams = 6400
const newTeam = () => (teams += 1)
type Member = Awaited<ReturnType<typeof buildStaff>>

/** Accepts the link to the end: returns 'in', or why not. The address counts as verified, so no code is mailed. */
async function codeOf(token: string) {
  const email = 'somebody@team.example'
  await db.kysely.updateTable('staffInvitations').set({ email }).where('tokenHash', '=', sha256(token)).execute()
  const input = { token, name: `new-${randomUUID().slice(0, 8)}`, email, passWord: 'quiet river 77' }
  return (await visitor.call(join.accept, input)).code ?? 'in'
}

async function invite(by: Member, role: { name: RoleName } | { id: number } = { name: 'owner' }) {
  const { link } = (await by.call(staff.invite, { role })).data
  return link!.split('#')[1]!
}
async function inviteByOperator(team: number | null, role: RoleName) {
  const { link } = await inviteMember(opCtx(), { team, role: { name: role }, email: null, language: 'en' }, operator)
  return link!.split('#')[1]!
}

/** Two owners of a team, each with an invitation for another owner. */
async function buildOwners(resellerId: number | null) {
  const [stays, leaves] = [await buildStaff(made, { resellerId }), await buildStaff(made, { resellerId })]
  return { stays, leaves, good: await invite(stays), bad: await invite(leaves) }
}

test.each([
  ['a reseller', () => newTeam()],
  ['the platform', () => null],
])('of %s: an owner who was removed or demoted can no longer make an owner', async (_name, team) => {
  const fired = await buildOwners(team())
  expect((await fired.stays.call(staff.remove, { id: fired.leaves.staffId })).status).toBe(200)
  const open = (await fired.stays.call(staff.invitations, {})).data.rows
  expect(open.map(({ invitedBy }) => invitedBy)).not.toContain(fired.leaves.name)
  expect([await codeOf(fired.bad), await codeOf(fired.good)]).toEqual(['staff.invitation_gone', 'in'])

  const demoted = await buildOwners(team())
  const { leaves } = demoted
  await demoted.stays.call(staff.changeRole, { id: leaves.staffId, role: { name: 'viewer' } })
  await demoted.stays.call(staff.changeRole, { id: leaves.staffId, role: { name: 'owner' } })
  expect([await codeOf(demoted.bad), await codeOf(demoted.good)]).toEqual(['staff.invitation_gone', 'in'])
  expect(await codeOf(await invite(leaves)), 'back in office, by a new invitation').toBe('in')
  const ended = await db.kysely
    .selectFrom('auditLog')
    .select('detail')
    .where('subject', '=', `staff:${leaves.staffId}`)
    .where('action', '=', 'staff.role_changed')
    .orderBy('id')
    .execute()
  expect(ended).toEqual([{ detail: { invitationsEnded: 1 } }, { detail: { invitationsEnded: 0 } }])
})

test("changing an own role ends its members' invitations; renaming it does not", async () => {
  const resellerId = newTeam()
  const owner = await buildStaff(made, { resellerId })
  const permissions = ['staff.read', 'staff.write', 'users.read'] as const
  const { id } = (await owner.call(staff.saveRole, { name: 'Deputy', permissions: [...permissions] })).data
  const deputy = await buildStaff(made, { resellerId, role: 'viewer' })
  await owner.call(staff.changeRole, { id: deputy.staffId, role: { id } })
  const [first, second, third] = [
    await invite(deputy, { id }),
    await invite(deputy, { id }),
    await invite(owner, { id }),
  ]
  await owner.call(staff.saveRole, { id, name: 'Vice', permissions: [...permissions] })
  expect(await codeOf(first)).toBe('in')
  await owner.call(staff.saveRole, { id, name: 'Vice', permissions: ['users.read'] })
  expect([await codeOf(second), await codeOf(third)]).toEqual(['staff.invitation_gone', 'in'])
})

test("suspending a reseller ends its members' invitations for good, but not the operator's link", async () => {
  const resellerId = newTeam()
  const owner = await buildStaff(made, { resellerId })
  const platform = await buildStaff(made, { resellerId: null })
  const [bad, good] = [await invite(owner), await inviteByOperator(resellerId, 'owner')]
  expect((await platform.call(resellers.suspend, { resellerId, on: true, reason: '核实中' })).status).toBe(200)
  expect(await codeOf(bad)).toBe('staff.invitation_gone')
  expect((await platform.call(resellers.suspend, { resellerId, on: false })).status).toBe(200)
  expect([await codeOf(bad), await codeOf(good)]).toEqual(['staff.invitation_gone', 'in'])
  expect(await codeOf(await invite(owner))).toBe('in')
})

test('after a change of owner no earlier invitation works', async () => {
  const resellerId = newTeam()
  const { good, bad } = await buildOwners(resellerId)
  const byOperator = await inviteByOperator(resellerId, 'viewer')
  await inTransaction(db, (tx) => endTeam({ db: tx, now: clock.now() }, resellerId, 'operator:test'))
  for (const token of [good, bad, byOperator]) expect(await codeOf(token)).toBe('staff.invitation_gone')
  expect(await codeOf(await inviteByOperator(resellerId, 'owner'))).toBe('in')
})

test("a platform member's invitation of a first owner ends when that member loses the office", async () => {
  const [resellerId, other] = [newTeam(), newTeam()]
  for (const id of [resellerId, other]) await buildReseller(db, { id })
  const [stays, leaves] = [await buildStaff(made, { resellerId: null }), await buildStaff(made, { resellerId: null })]
  const linkOf = async (by: Member, id: number) =>
    (await by.call(resellers.inviteOwner, { resellerId: id })).data.link!.split('#')[1]!
  const [bad, good] = [await linkOf(leaves, resellerId), await linkOf(stays, other)]
  await stays.call(staff.changeRole, { id: leaves.staffId, role: { name: 'manager' } })
  expect([await codeOf(bad), await codeOf(good)]).toEqual(['staff.invitation_gone', 'in'])
})

test('refuses an invitation that an earlier release left open after its inviter lost the office', async () => {
  const { leaves, stays, bad, good } = await buildOwners(newTeam())
  const { leaves: lower, bad: ofLower } = await buildOwners(newTeam())
  await db.kysely.updateTable('staff').set({ removedAt: clock.now() }).where('id', '=', leaves.staffId).execute()
  await db.kysely.updateTable('staff').set({ role: 'manager' }).where('id', '=', lower.staffId).execute()
  expect([await codeOf(bad), await codeOf(ofLower)]).toEqual(['staff.invitation_gone', 'staff.invitation_gone'])
  expect((await visitor.call(join.show, { token: bad })).code, 'nor is it shown').toBe('staff.invitation_gone')
  expect([stays.staffId > 0, await codeOf(good)]).toEqual([true, 'in'])
})

test('of several links for a first owner, from any maker, the first one used ends the others', async () => {
  const resellerId = newTeam()
  await buildReseller(db, { id: resellerId })
  const early = await inviteByOperator(resellerId, 'owner')
  const late = await inviteByOperator(resellerId, 'owner')
  const ofAccount = (await inviteFirstOwner(opCtx(), resellerId, 7)).link!.split('#')[1]!
  const helper = await inviteByOperator(resellerId, 'viewer')
  expect(await codeOf(late)).toBe('in')
  expect([await codeOf(early), await codeOf(ofAccount)]).toEqual(['staff.invitation_gone', 'staff.invitation_gone'])
  expect(await codeOf(helper), 'no owner’s link').toBe('in')
  expect(await codeOf(await inviteByOperator(resellerId, 'owner')), 'a second owner, made afterwards').toBe('in')
})

test('of several first links used at once, one gets in', async () => {
  const resellerId = newTeam()
  await buildReseller(db, { id: resellerId })
  const links = await Promise.all([1, 2, 3, 4].map(() => inviteByOperator(resellerId, 'owner')))
  expect((await Promise.all(links.map(codeOf))).toSorted()).toEqual(['in', ...Array(3).fill('staff.invitation_gone')])
})
