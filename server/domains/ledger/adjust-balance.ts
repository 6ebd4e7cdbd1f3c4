import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { accountSubject, writeAudit, type AuditActor } from '../audit/audit.ts'
import { codeOf, loadBalance } from './load-balance.ts'
import { post, type Leg } from './post.ts'

/** The other side of an adjustment: the platform's bank account or its revenue. */
export const ADJUSTMENTS = {
  'paid-in': { sign: 1, against: 'outside' },
  'paid-out': { sign: -1, against: 'outside' },
  given: { sign: 1, against: 'platform' },
  taken: { sign: -1, against: 'platform' },
} as const

type Adjustment = {
  /** Null account: the reseller's own balance. */
  owner: { resellerId: number; accountId: number | null }
  how: keyof typeof ADJUSTMENTS
  amountFen: number
  /** Shown to the user beside the amount. */
  reason: string
  /** Idempotency key: sent again it does not adjust twice. */
  key: string
}
type Adjusted = { balanceFen: number; isRepeated: boolean }

const REASON_MAX = 100

/** For the operator: a payment past every merchant, a gift, or a correction. It puts nobody into debt. */
export async function adjustBalance(
  ctx: Pick<Ctx, 'db' | 'now'>,
  adjustment: Adjustment,
  actor: AuditActor,
): Promise<Adjusted> {
  const checked = { ...adjustment, reason: adjustment.reason.trim() }
  refuseBad(checked)
  try {
    return await inTx(ctx, (tx) => adjust(tx, checked, actor))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reseller.short') fail('balance.short')
    throw error
  }
}

async function adjust(ctx: Parameters<typeof post>[0], adjustment: Adjustment, actor: AuditActor): Promise<Adjusted> {
  const { how, amountFen, reason, key } = adjustment
  const { resellerId, accountId } = adjustment.owner
  const { sign, against } = ADJUSTMENTS[how]
  const owner: Omit<Leg, 'amountFen'> =
    accountId === null ? { kind: 'reseller', resellerId } : { kind: 'user', resellerId, accountId }
  const { repeated, transactionId } = await post(ctx, {
    key: `adjustment:${resellerId}:${key}`,
    kind: 'adjustment',
    resellerId,
    legs: [
      { ...owner, amountFen: sign * amountFen },
      { kind: against, resellerId: null, amountFen: -sign * amountFen },
    ],
    memo: { about: reason, how },
  })
  if (!repeated) {
    const subject = accountId === null ? `reseller:${resellerId}` : accountSubject(accountId)
    const detail = { how, amountFen, reasonCharacters: [...reason].length, transactionId }
    await writeAudit(ctx.db, { resellerId, actor, action: 'balance.adjusted', subject, detail }, ctx.now)
  }
  return { balanceFen: (await loadBalance(ctx.db, codeOf(owner))) ?? 0, isRepeated: repeated }
}

function refuseBad({ amountFen, reason, key }: Adjustment): void {
  const fields: Record<string, string> = {}
  const isAmount = Number.isInteger(amountFen) && amountFen >= 1 && amountFen <= limits.moneyMaxFen
  if (!isAmount) fields['fen'] = `1 to ${limits.moneyMaxFen}`
  if (reason === '' || [...reason].length > REASON_MAX) fields['reason'] = `1 to ${REASON_MAX} characters`
  if (!/^[\w.:-]{8,100}$/.test(key)) fields['key'] = '8 to 100 letters and digits'
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
}
