import { expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildNode } from '../../../test/build/line-desk.ts'
import { buildPackage } from '../../../test/build/money-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { writeAudit } from '../../audit/audit.ts'
import { changePackage } from '../../catalogue/save-package.ts'
import { adjustBalance } from '../../ledger/adjust-balance.ts'
import { changeOwner } from '../../resellers/agency.ts'
import { setTerms } from '../../resellers/set-terms.ts'

const made = await makeApp()
const { db } = made
const ctx = () => ({ db, now: clock.now() })
const { audit, user } = consoleApi

const rowOf = async (staff: Awaited<ReturnType<typeof buildStaff>>, action: string) =>
  (await staff.call(audit.list, { action })).data.rows[0]!

test('credit, commission, owner and package show what they were before', async () => {
  const { id: resellerId } = await buildReseller(db, { id: 611 })
  const [first, second] = [await buildAccount(db), await buildAccount(db)]
  const operator = await buildStaff(made, { resellerId: null })
  const actor = `staff:${operator.staffId}`
  await setTerms(ctx(), resellerId, { creditLimitFen: 500 }, actor)
  await setTerms(ctx(), resellerId, { creditLimitFen: 900, commissionPercent: 12 }, actor)
  expect(await rowOf(operator, 'reseller.terms_changed')).toMatchObject({
    before: { creditLimitFen: 500, commissionPercent: expect.any(Number) },
    after: { creditLimitFen: 900, commissionPercent: 12 },
  })
  const ownerOf = (account: typeof first) => ({ resellerId: account.resellerId, accountId: account.id })
  for (const owner of [first, second]) {
    await inTransaction(db, (tx) => changeOwner({ ...ctx(), db: tx }, resellerId, ownerOf(owner), actor))
  }
  const handed = await rowOf(operator, 'reseller.owner_changed')
  expect(handed).toMatchObject({ before: { ownerAccount: first.id }, after: { ownerAccount: second.id } })
  expect(handed.names).toMatchObject({
    [`account:${first.id}`]: first.userName,
    [`account:${second.id}`]: second.userName,
    [actor]: operator.name,
  })
  const { id: packageId } = await buildPackage(db)
  await changePackage(ctx(), packageId, { lineLimit: 3, note: '七个字的说明文' }, actor)
  const changed = await rowOf(operator, 'package.changed')
  expect(changed.after).toEqual({ lineLimit: 3, note: 7 })
  expect(Object.keys(changed.before!)).toEqual(['note', 'lineLimit'])
})

test('a reseller that searches for the number of a package or node of others reads no name of it', async () => {
  const [own, other] = [await buildReseller(db, { id: 615 }), await buildReseller(db, { id: 616 })]
  const boss = await buildStaff(made, { resellerId: own.id })
  const sold = await buildPackage(db, { resellerId: own.id, prices: { month: 100 } })
  const foreign = await buildPackage(db, { resellerId: other.id, prices: { month: 100 } })
  const nodes = [await buildNode(db, { resellerId: own.id }), await buildNode(db, { resellerId: other.id })]
  for (const [at, packageId] of [sold.id, foreign.id].entries()) {
    const detail = { packageId, nodeId: nodes[at]! }
    const entry = {
      resellerId: own.id,
      actor: `staff:${boss.staffId}`,
      action: 'users.exported',
      subject: null,
      detail,
    }
    await writeAudit(db, entry, clock.now())
  }
  const { rows } = (await boss.call(audit.list, { action: 'users.exported' })).data
  const names = Object.assign({}, ...rows.map((row) => row.names)) as Record<string, string>
  expect(
    Object.keys(names)
      .filter((key) => /^(?:package|node):/.test(key))
      .toSorted(),
  ).toEqual([`node:${nodes[0]}`, `package:${sold.id}`].toSorted())
})

test('a reason is kept as its length, and its words are nowhere in the log', async () => {
  const { resellerId, id: accountId } = await buildAccount(db, { resellerId: 614 })
  const operator = await buildStaff(made, { resellerId: null })
  const wish = { how: 'given', amountFen: 100, reason: '私人的原因', key: 'k'.repeat(12) } as const
  await adjustBalance(ctx(), { ...wish, owner: { resellerId, accountId } }, `staff:${operator.staffId}`)
  const row = await rowOf(operator, 'balance.adjusted')
  expect(row.detail).toMatchObject({ reasonCharacters: 5 })
  expect(JSON.stringify(row)).not.toContain('私人')
})

test('changes alone, looks alone, or both; a name comes only from the row’s own reseller', async () => {
  const account = await buildAccount(db, { resellerId: 613 })
  const other = await buildReseller(db, { id: 612 })
  const boss = await buildStaff(made, { resellerId: account.resellerId })
  const stranger = await buildStaff(made, { resellerId: other.id })
  await boss.call(user.show, { id: account.id })
  const actions = async (only?: 'changes' | 'looks') =>
    (await boss.call(audit.list, only ? { only } : {})).data.rows.map(({ action }) => action)
  expect(await actions('looks')).toContain('user.opened')
  expect(await actions('changes')).not.toContain('user.opened')
  expect(await actions()).toContain('user.opened')
  const looked = await rowOf(boss, 'user.opened')
  expect(looked.names).toMatchObject({ [`account:${account.id}`]: account.userName, [looked.actor]: boss.name })
  const entry = { resellerId: other.id, actor: 'job', action: 'account.locked', subject: `account:${account.id}` }
  await writeAudit(db, entry, clock.now())
  expect((await rowOf(stranger, 'account.locked')).names).toEqual({})
})
