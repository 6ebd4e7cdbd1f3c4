import { limits } from '../../../contract/limits.ts'
import { maskName } from '../../../contract/mask.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { seal, unseal } from '../../platform/secrets/crypto.ts'
import { writeAudit, actorName, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from './add-reseller.ts'
import { deletePayee, loadPayee, lockPayee, savePayee, type PayeeRow } from './payee-queries.ts'
import { getSellingTerms } from './selling-terms.ts'

type PayeeCtx = Pick<Ctx, 'db' | 'now' | 'config'>
export type Payee = { method: PayeeRow['method']; account: string; /** The account holder's name. */ name: string }
export type MaskedPayee = {
  method: PayeeRow['method']
  accountMasked: string
  nameMasked: string
  changedAt: Date
  /** The account can be paid to from this time on. */
  payableFrom: Date
}

/** Where a reseller's balance is paid to. After a change nothing is paid to the account for some days. */
export function setPayee(ctx: PayeeCtx, resellerId: number, payee: Payee, actor: AuditActor): Promise<MaskedPayee> {
  const clean = { method: payee.method, account: payee.account.trim(), name: payee.name.trim() }
  const fields: Record<string, string> = {}
  if (!isPlain(clean.account, 3, limits.payoutAccountMax))
    fields['account'] = `3 to ${limits.payoutAccountMax} characters`
  if (!isPlain(clean.name, 1, limits.payoutNameMax)) fields['name'] = `1 to ${limits.payoutNameMax} characters`
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
  return inTx(ctx, async (tx) => {
    await getSellingTerms(tx, resellerId)
    const before = await lockPayee(tx.db, resellerId)
    const sealedAccount = seal(ctx.config.secretKey, 'payee', String(resellerId), `${clean.account}\n${clean.name}`)
    const row = { resellerId, method: clean.method, sealedAccount, changedAt: ctx.now, changedBy: actorName(actor) }
    await savePayee(tx.db, row)
    const entry = { resellerId, actor, action: 'payee.changed', subject: resellerSubject(resellerId) }
    const after = { method: clean.method, account: before ? 'changed' : 'set' }
    await writeAudit(tx.db, { ...entry, before: { account: before ? 'set' : null }, after }, ctx.now)
    return mask(ctx, row)
  })
}

/** For the reseller's own staff: enough to recognise the account. */
export async function loadMaskedPayee(ctx: PayeeCtx, resellerId: number): Promise<MaskedPayee | null> {
  const row = await loadPayee(ctx.db, resellerId)
  return row && mask(ctx, row)
}

/** For asking a payout: the full account, locked until the transaction ends. Refused during the waiting time. */
export async function takePayee(ctx: PayeeCtx & { db: Tx }, resellerId: number): Promise<Payee> {
  const row = (await lockPayee(ctx.db, resellerId)) ?? fail('payout.no_account')
  if (row.changedAt.getTime() > ctx.now.getTime() - limits.payeeRestMs) fail('payout.account_fresh')
  return unsealPayee(ctx, row)
}

/** For paying: whether the account is unchanged since the request. A new owner counts as a change. */
export async function isPayeeSince(ctx: { db: Tx }, resellerId: number, asked: Date): Promise<boolean> {
  const row = await lockPayee(ctx.db, resellerId)
  return row !== null && row.changedAt <= asked
}

/** When a reseller gets another owner: the old owner's account must not be paid any more. */
export async function forgetPayee(ctx: { db: Tx }, resellerId: number): Promise<void> {
  await deletePayee(ctx.db, resellerId)
}

function unsealPayee(ctx: Pick<Ctx, 'config'>, { resellerId, method, sealedAccount }: PayeeRow): Payee {
  const [account = '', name = ''] = unseal(ctx.config, 'payee', String(resellerId), sealedAccount).split('\n', 2)
  return { method, account, name }
}

function mask(ctx: Pick<Ctx, 'config'>, row: PayeeRow): MaskedPayee {
  const { method, account, name } = unsealPayee(ctx, row)
  const payableFrom = new Date(row.changedAt.getTime() + limits.payeeRestMs)
  return { method, accountMasked: maskName(account), nameMasked: maskName(name), changedAt: row.changedAt, payableFrom }
}

const isPlain = (text: string, min: number, max: number) =>
  !/[\p{Cc}\p{Cf}]/u.test(text) && [...text].length >= min && [...text].length <= max
