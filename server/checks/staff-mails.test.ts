import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { consoleApi } from '../../contract/console/api.ts'
import { staffLimits } from '../../contract/console/staff-limits.ts'
import { paceStaffMail } from '../domains/mail/pace-staff-mail.ts'
import { inviteMember } from '../domains/staff/invitations/invite-member.ts'
import { clock } from '../platform/clock.ts'
import { limiterKey } from '../platform/limits/limits.ts'
import { buildStaff, staffCalls } from '../test/build/build-staff.ts'
import { buildAccount } from '../test/build/factories.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp()
const { app, db, config } = made
const { users, user, staff, join } = consoleApi
const ctx = () => ({ db, config, now: clock.now() })
const fresh = () => `${randomUUID().slice(0, 8)}@people.example`
const nameOf = () => `user.${randomUUID().slice(0, 8)}`

type Called = { status: number; code: string | null }
async function until(times: number, call: () => Promise<Called>): Promise<(number | string)[]> {
  const answers: (number | string)[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const { status, code } = await call()
    answers.push(code ?? status)
  }
  return answers
}
const countMails = async (resellerId: number) =>
  (await db.kysely.selectFrom('mails').select('id').where('resellerId', '=', resellerId).execute()).length
const alertsOf = (resellerId: number) =>
  db.kysely.selectFrom('alerts').select(['kind', 'subject', 'detail']).where('resellerId', '=', resellerId).execute()
/** Counts as if so many mails had been sent before. */
async function count(limit: 'member' | 'team', of: string, points: number): Promise<void> {
  const key = `staff-mail-${limit}:${limiterKey({ config }, of)}`
  const row = { key, points, expire: Date.now() + 3_600_000 }
  const raise = { points }
  await db.kysely
    .insertInto('rateLimits')
    .values(row)
    .onConflict((oc) => oc.column('key').doUpdateSet(raise))
    .execute()
}

test('a reseller can make thirty users in a morning; one who goes on for hours is stopped and reported', async () => {
  const resellerId = 7801
  const anna = await buildStaff(made, { resellerId })
  const create = () => anna.call(users.create, { userName: nameOf(), email: fresh() })
  expect(new Set(await until(30, create))).toEqual(new Set([200]))
  expect(await countMails(resellerId)).toBe(30)
  expect(await alertsOf(resellerId)).toEqual([])
  await count('member', `staff:${anna.staffId}`, staffLimits.mailsPerMember)
  const { status, code, response } = await create()
  expect([status, code]).toEqual([429, 'mail.too_many'])
  expect(response.json<{ message: string }>().message).toContain('邮件太多')
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(await countMails(resellerId), 'no mail went out').toBe(30)
  expect(await alertsOf(resellerId)).toEqual([
    { kind: 'staff.mails', subject: `staff:${anna.staffId}`, detail: { limit: 'staff-mail-member' } },
  ])
  const withoutMail = await anna.call(users.create, { userName: nameOf() })
  expect([withoutMail.status, withoutMail.data.link]).toEqual([200, expect.stringContaining('/find_pass')])
  const bert = await buildStaff(made, { resellerId })
  expect((await bert.call(users.create, { userName: nameOf(), email: fresh() })).status, 'a colleague').toBe(200)
})

test('a whole team has its own limit, and another team is not slowed', async () => {
  const [one, two] = [await buildStaff(made, { resellerId: 7802 }), await buildStaff(made, { resellerId: 7803 })]
  await count('team', '7802', staffLimits.mailsPerTeam)
  const invite = (by: typeof one) => by.call(staff.invite, { role: { name: 'viewer' }, email: fresh() })
  expect((await invite(one)).code).toBe('mail.too_many')
  expect(await alertsOf(7802)).toMatchObject([{ detail: { limit: 'staff-mail-team' } }])
  expect((await invite(two)).status).toBe(200)
})

test('inviting and revoking in turn cannot flood a mailbox, however its address is written', async () => {
  const { call } = await buildStaff(made, { resellerId: 7804 })
  const name = randomUUID().slice(0, 8)
  let turn = 0
  const inviteAndRevoke = async () => {
    const email = `${turn % 2 ? name.toUpperCase() : name}+${(turn += 1)}@victim.example`
    const invited = await call(staff.invite, { role: { name: 'viewer' }, email })
    if (invited.status === 200) await call(staff.revokeInvitation, { id: invited.data.id })
    return invited
  }
  const { mailsPerRecipient } = staffLimits
  const answers = await until(mailsPerRecipient + 1, inviteAndRevoke)
  expect(answers).toEqual([...Array.from({ length: mailsPerRecipient }, () => 200), 'mail.too_many'])
  expect((await call(staff.invite, { role: { name: 'viewer' }, email: fresh() })).status, 'another address').toBe(200)
})

test('the codes of a handed-over invitation count for the member who made it', async () => {
  const owner = await buildStaff(made, { resellerId: 7805 })
  await count('member', `staff:${owner.staffId}`, staffLimits.mailsPerMember)
  const visitor = staffCalls(app, null)
  const link = (await owner.call(staff.invite, { role: { name: 'viewer' } })).data.link!
  const send = (token: string) =>
    visitor.call(join.sendCode, { token: token.split('#')[1]!, email: fresh() }, { address: '203.0.113.80' })
  expect((await send(link)).code).toBe('mail.too_many')
  const wanted = { team: 7805, role: { name: 'viewer' }, email: null, language: 'en' } as const
  const byOperator = await inviteMember(ctx(), wanted, { actor: 'operator:test', permissions: null })
  expect((await send(byOperator.link!)).status, 'one of the operator is open').toBe(200)
})

test('reset codes cannot flood a mailbox; nobody else can use up those of a proved address', async () => {
  const resellerId = 7806
  const support = await buildStaff(made, { resellerId, role: 'support' })
  const email = fresh()
  const account = await buildAccount(db, { resellerId, email })
  for (let other = 0; other < staffLimits.mailsPerStranger; other += 1) {
    await paceStaffMail(ctx(), { resellerId: 7900 + other, by: `staff:${800_000 + other}`, to: email, isProved: false })
  }
  const stranger = { resellerId: null, by: 'staff:800099', to: email, isProved: false }
  await expect(paceStaffMail(ctx(), stranger)).rejects.toMatchObject({ code: 'mail.too_many' })
  const { mailsPerRecipient } = staffLimits
  const answers = await until(mailsPerRecipient + 1, () => support.call(user.resetCode, { id: account.id }))
  expect(answers).toEqual([...Array.from({ length: mailsPerRecipient }, () => 200), 'mail.too_many'])
  const other = await buildAccount(db, { resellerId, email: fresh() })
  expect((await support.call(user.resetCode, { id: other.id })).status, 'another user is helped').toBe(200)
})
