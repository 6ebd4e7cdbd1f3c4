import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { resellerSubject } from './add-reseller.ts'
import { type SellingTerms, getSellingTerms } from './selling-terms.ts'
import { updateTermColumns, type TermColumns } from './settings-queries.ts'

/** What inviters earn and how much the reseller may owe; both apply from the next sale on. */
export function setTerms(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  terms: Partial<TermColumns>,
  actor: AuditActor,
): Promise<SellingTerms> {
  const { creditLimitFen = 0, commissionPercent = 0 } = terms
  const fields: Record<string, string> = {}
  if (creditLimitFen > limits.moneyMaxFen) fields['creditLimit'] = `0 to ${limits.moneyMaxFen}`
  if (commissionPercent > 100) fields['commission'] = '0 to 100'
  if (Object.keys(fields).length > 0) fail('request.invalid', { fields })
  return inTx(ctx, async (tx) => {
    const before = await getSellingTerms(tx, resellerId)
    await updateTermColumns(tx.db, resellerId, terms)
    const after = { ...before, ...terms }
    const entry = { resellerId, actor, action: 'reseller.terms_changed', subject: resellerSubject(resellerId) }
    await writeAudit(tx.db, { ...entry, before: named(before, terms), after: named(after, terms) }, ctx.now)
    return after
  })
}

/** Only the terms that the change names. */
function named(of: TermColumns, terms: Partial<TermColumns>): Partial<TermColumns> {
  const { creditLimitFen, commissionPercent } = of
  return {
    ...(terms.creditLimitFen === undefined ? {} : { creditLimitFen }),
    ...(terms.commissionPercent === undefined ? {} : { commissionPercent }),
  }
}
