import { lastFour, readCardCode } from '../../../contract/card-code.ts'
import { inTx, type Ctx, type Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { loadLogin } from '../accounts/load-login.ts'
import { accountSubject, writeAudit, type AuditActor } from '../audit/audit.ts'
import { sealCode } from './card-codes.ts'
import { lockCard, updateAssigned } from './queries.ts'

type AssignCtx = Pick<Ctx, 'db' | 'now' | 'config'>
type Assignment = { resellerId: number; userName: string; codes: string[] }

/**
 * Puts unused keys into a user's list, where they can be copied until they are redeemed. All of them or none. Anybody
 * with the key may redeem it: users pass gifts on.
 */
export async function assignCards(
  ctx: AssignCtx,
  { resellerId, userName, codes }: Assignment,
  actor: AuditActor,
): Promise<{ assigned: number }> {
  const read = codes.map((typed, index) => readCardCode(typed) ?? refuseLine(index))
  // Sort, so that two assignments of the same keys wait for each other instead of deadlocking.
  const wanted = [...new Set(read)].sort()
  return inTx(ctx, async (tx) => {
    const account = (await loadLogin(tx, resellerId, userName)) ?? fail('object.unknown')
    const owner = { resellerId, accountId: account.id }
    let assigned = 0
    for (const code of wanted) assigned += (await assignOne(tx, owner, code)) ? 1 : 0
    const entry = { resellerId, actor, action: 'cards.assigned', subject: accountSubject(account.id) }
    await writeAudit(tx.db, { ...entry, detail: { assigned } }, ctx.now)
    return { assigned }
  })
}

/** Returns false when the user already has the key. */
async function assignOne(ctx: AssignCtx & { db: Tx }, owner: Owner, code: string): Promise<boolean> {
  const card = (await lockCard(ctx.db, owner.resellerId, sha256(code))) ?? fail('card.unknown')
  const isElsewhere = card.accountId !== null && card.accountId !== owner.accountId
  if (card.state === 'redeemed' || isElsewhere) fail('card.used')
  if (card.state === 'void' || (card.expiresAt && card.expiresAt <= ctx.now)) fail('card.expired')
  if (card.accountId !== null) return false
  const sealedCode = sealCode(ctx.config, { resellerId: owner.resellerId, cardId: card.id }, code)
  await updateAssigned(ctx.db, { ...owner, cardId: card.id, sealedCode, lastFour: lastFour(code), now: ctx.now })
  return true
}

function refuseLine(index: number): never {
  fail('request.invalid', { fields: { codes: `line ${index + 1} is no card key` } })
}
