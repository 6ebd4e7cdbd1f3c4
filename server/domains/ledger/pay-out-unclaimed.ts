import { accountSubject, writeAudit } from '../../platform/audit.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { codeOf } from './load-balance.ts'
import { post, type Leg } from './post.ts'
import { loadBalance } from './queries.ts'
import { findUnclaimedRows, type Unclaimed } from './unclaimed-queries.ts'

type PayOut = {
  resellerId: number
  accountId: number
  amountFen: number
  /** Who gave it back: the platform from its bank, or the reseller whose own merchant took it. */
  by: 'platform' | 'reseller'
  reason: string
  key: string
}

export function findUnclaimed(ctx: Pick<Ctx, 'db'>, resellerId: number | null): Promise<Unclaimed[]> {
  return findUnclaimedRows(ctx.db, resellerId)
}

/** Books what was given back by hand to who is gone. What came by a payment is better refunded to its source. */
export function payOutUnclaimed(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { resellerId, accountId, amountFen, by, reason, key }: PayOut,
  actor: string,
): Promise<{ leftFen: number; isRepeated: boolean }> {
  const fields: Record<string, string> = {}
  if (amountFen < 1) fields['fen'] = 'at least 1'
  if (reason.trim() === '' || reason.length > 100) fields['reason'] = '1 to 100 characters'
  if (!/^[\w.:-]{8,100}$/.test(key)) fields['key'] = '8 to 100 letters and digits'
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
  const owner = { kind: 'unclaimed', resellerId, accountId } as const
  const to: Leg =
    by === 'platform'
      ? { kind: 'outside', resellerId: null, amountFen }
      : { kind: 'liability', resellerId, amountFen, upToOwed: true }
  return inTx(ctx, async (tx) => {
    const { repeated } = await post(tx, {
      key: `unclaimed:${resellerId}:${key}`,
      kind: 'unclaimed_paid',
      resellerId,
      legs: [{ ...owner, amountFen: -amountFen }, to],
      memo: { about: reason.trim() },
    })
    if (!repeated) {
      const detail = { amountFen, by, reason: reason.trim() }
      const entry = { resellerId, actor, action: 'unclaimed.paid_out', subject: accountSubject(accountId), detail }
      await writeAudit(tx.db, entry, ctx.now)
    }
    return { leftFen: (await loadBalance(tx.db, codeOf(owner))) ?? 0, isRepeated: repeated }
  })
}
