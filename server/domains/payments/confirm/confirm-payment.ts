import type { ConfirmProof } from '../../../../contract/console/confirm.ts'
import { inTx, type Ctx, type TxCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { lockAccountRow } from '../../accounts/lock-account-row.ts'
import { actorName, writeAudit, type AuditActor } from '../../audit/audit.ts'
import { providers } from '../gateways/providers.ts'
import { loadMerchant, type Merchant } from '../merchants/merchant.ts'
import { newNumber } from '../open-payment.ts'
import { dueFen, insertPayment, loadPayment, loadPaymentByNumber, type PaymentRow } from '../queries.ts'
import { settlePayment, type SettleCtx } from '../settle-payment.ts'
import { spellHash, spellProof } from './proof.ts'
import {
  claimProof,
  endConfirmation,
  findUnclear,
  insertConfirmation,
  isProofTold,
  lockAsked,
  lockProofs,
  numberIn,
  sumAlone,
  type Confirmation,
} from './queries.ts'

/** Up to this one person is enough. */
export const ALONE_MAX_FEN = 50_000
/** And all that somebody said alone within a day: many parts are no way around it. */
export const ALONE_DAY_FEN = 200_000
const DAY_MS = 86_400_000

/** `otherNumber`: the transaction of the payment that `confirm.unclear` named. */
type ConfirmWish = { resellerId: number; proof: ConfirmProof; reason: string; otherNumber?: string } & (
  | { paymentId: string }
  | { accountId: number; merchantId: string; amountFen: number }
)
/** Platform staff confirm what came to the platform's merchants, a reseller's staff what came to its own. */
type By = { actor: AuditActor; isPlatform: boolean }
export type Confirmed = { state: 'asked' | 'done'; confirmationId: number }

/**
 * A person saw the money where we cannot look. Credits it as the gateway's word would, once for each number for ever;
 * above a sum a second person has to say so too.
 */
export async function confirmPayment(ctx: SettleCtx, wish: ConfirmWish, by: By): Promise<Confirmed> {
  const subject = await readSubject(ctx, wish, by)
  const reason = wish.reason.trim()
  if (reason === '') fail('request.invalid', { fields: { reason: 'text' } })
  const { merchant, ...columns } = subject
  const proof = spellProof(wish.proof, merchant.id)
  await refuseOurs(ctx, merchant, numberIn(proof))
  const told = { proof, merchantId: merchant.id, paymentId: columns.paymentId }
  if (wish.otherNumber !== undefined) await noteOther(ctx, told, spellHash(wish.otherNumber.trim()), by.actor)
  return inTx(ctx, async (tx) => {
    await lockProofs(tx.db)
    const { resellerId } = wish
    const to = { merchantId: merchant.id, merchantOwnerKey: merchant.ownerKey }
    const asked = { ...columns, ...to, resellerId, proof, reason, askedBy: actorName(by.actor) }
    if ('accountId' in wish && !(await lockAccountRow(tx, wish))) fail('object.unknown')
    if (await isProofTold(tx.db, asked)) fail('confirm.used')
    const unclear = proof.startsWith('hash:') ? await findUnclear(tx.db, asked) : null
    if (unclear) fail('confirm.unclear', { data: { outTradeNo: unclear.outTradeNo } })
    const made = (await insertConfirmation(tx.db, asked, ctx.now)) ?? fail('confirm.used')
    const isAlone = made.amountFen <= ALONE_MAX_FEN && (await saidAloneFen(tx, made)) <= ALONE_DAY_FEN
    await audit(tx, made, by.actor, isAlone ? 'payment.confirmed' : 'payment.confirm_asked')
    if (isAlone) await settle(tx, made, by.actor)
    return { state: isAlone ? 'done' : 'asked', confirmationId: made.id }
  })
}

/** With this one. */
async function saidAloneFen({ db, now }: TxCtx, { askedBy, amountFen }: Confirmation): Promise<number> {
  return (await sumAlone(db, askedBy, new Date(now.getTime() - DAY_MS))) + amountFen
}

/** The provider tells nobody by such a number, so the same money could be told again by its real one. */
async function refuseOurs(ctx: SettleCtx, { provider }: Merchant, number: string): Promise<void> {
  const { flowNumber } = providers[provider]
  const isOurs = (await loadPaymentByNumber(ctx.db, number)) !== null
  if (isOurs || flowNumber?.test(number) === false)
    fail('request.invalid', { fields: { number: "the provider's own" } })
}

type Told = Pick<Confirmation, 'proof' | 'merchantId' | 'paymentId'>

/** Kept whether or not the confirmation comes to anything: it says of a payment that is credited how its money came. */
async function noteOther(ctx: SettleCtx, told: Told, proof: string, actor: AuditActor): Promise<void> {
  await inTx(ctx, async (tx) => {
    await lockProofs(tx.db)
    const other = await findUnclear(tx.db, told)
    if (!other) return
    const { id, resellerId } = other
    if (!(await claimProof(tx.db, proof, other, ctx.now))) fail('confirm.used')
    const entry = { resellerId, actor, action: 'payment.hash_noted', subject: `payment:${id}` }
    await writeAudit(tx.db, { ...entry, detail: { proof: proof.slice(0, 100) } }, ctx.now)
  })
}

type Answer = { resellerId: number | null; confirmationId: number; isRight: boolean }

/** The second person: says that it is right, or drops it. Who asked can drop it, and cannot say that it is right. */
export async function answerConfirmation(ctx: SettleCtx, answer: Answer, by: By): Promise<void> {
  const { resellerId, confirmationId, isRight } = answer
  await inTx(ctx, async (tx) => {
    await lockProofs(tx.db)
    const asked = (await lockAsked(tx.db, resellerId, confirmationId)) ?? fail('object.unknown')
    const merchant = (await loadMerchant(tx.db, asked.merchantId)) ?? fail('object.unknown')
    refuseOthers(merchant, by)
    if (!isRight) {
      await endConfirmation(tx.db, asked.id, {
        state: 'dropped',
        paymentId: null,
        by: actorName(by.actor),
        now: ctx.now,
      })
      return audit(tx, asked, by.actor, 'payment.confirm_dropped')
    }
    if (asked.askedBy === actorName(by.actor)) fail('approval.same')
    if (await isProofTold(tx.db, asked)) fail('confirm.used')
    await audit(tx, asked, by.actor, 'payment.confirmed')
    return settle(tx, asked, by.actor)
  })
}

type Subject = Pick<Confirmation, 'paymentId' | 'accountId' | 'amountFen'> & { merchant: Merchant }

async function readSubject(ctx: Pick<Ctx, 'db'>, wish: ConfirmWish, by: By): Promise<Subject> {
  if ('paymentId' in wish) {
    const payment = await loadPayment(ctx.db, wish.paymentId)
    if (!payment || payment.resellerId !== wish.resellerId) return fail('object.unknown')
    if (payment.paidAt !== null) fail('confirm.paid')
    const merchant = (await loadMerchant(ctx.db, payment.merchantId)) ?? fail('object.unknown')
    refuseOthers(merchant, by)
    return { paymentId: payment.id, accountId: payment.accountId, amountFen: dueFen(payment), merchant }
  }
  const merchant = (await loadMerchant(ctx.db, wish.merchantId)) ?? fail('object.unknown')
  if (merchant.resellerId !== null && merchant.resellerId !== wish.resellerId) fail('object.unknown')
  refuseOthers(merchant, by)
  return { paymentId: null, accountId: wish.accountId, amountFen: wish.amountFen, merchant }
}

function refuseOthers({ resellerId }: Merchant, { isPlatform }: By): void {
  if ((resellerId === null) !== isPlatform) fail('confirm.not_yours')
}

async function settle(ctx: TxCtx & SettleCtx, asked: Confirmation, actor: AuditActor): Promise<void> {
  const payment = asked.paymentId === null ? await openLoose(ctx, asked) : await loadPayment(ctx.db, asked.paymentId)
  if (!payment) return fail('object.unknown')
  if (payment.paidAt !== null) fail('confirm.paid')
  // What the gateway says of this trade later is then the same money, and repeats nothing.
  const isHash = asked.proof.startsWith('hash:')
  const tradeNo = (isHash ? payment.gatewayRef : null) ?? numberOf(asked)
  const by = actorName(actor)
  await endConfirmation(ctx.db, asked.id, { state: 'done', paymentId: payment.id, by, now: ctx.now })
  const settled = await settlePayment(ctx, payment.id, { tradeNo, amountFen: dueFen(payment) })
  if (settled !== 'settled') fail('confirm.paid')
}

/** A trade number has 64 letters at most; some chains write longer ones. */
function numberOf({ proof }: Confirmation): string {
  const number = numberIn(proof)
  return Buffer.byteLength(number) <= 64 ? number : sha256(number).toString('hex')
}

/** Money that came without an order is a top-up, with a payment of its own. */
async function openLoose(ctx: TxCtx, asked: Confirmation): Promise<PaymentRow> {
  const merchant = (await loadMerchant(ctx.db, asked.merchantId)) ?? fail('object.unknown')
  const hash = sha256(`confirmed:${asked.proof}`)
  const made = await insertPayment(
    ctx.db,
    {
      outTradeNo: newNumber(ctx.now),
      purpose: 'user',
      resellerId: asked.resellerId,
      accountId: asked.accountId,
      orderId: null,
      merchantId: merchant.id,
      merchantOwnerKey: merchant.ownerKey,
      channel: merchant.channels[0]!,
      amountFen: asked.amountFen,
      keyHash: hash,
      askedHash: hash,
      createdAt: ctx.now,
      expiresAt: ctx.now,
    },
    ctx.now,
  )
  return made ?? fail('confirm.used')
}

function audit(ctx: TxCtx, asked: Confirmation, actor: AuditActor, action: string): Promise<void> {
  const { id, resellerId, paymentId, accountId, amountFen, proof } = asked
  const subject = paymentId === null ? `account:${accountId}` : `payment:${paymentId}`
  const detail = { confirmation: id, amountFen, proof: proof.slice(0, 100) }
  return writeAudit(ctx.db, { resellerId, actor, action, subject, detail }, ctx.now)
}
