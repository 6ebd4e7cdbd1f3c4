import { checkBooks } from '../../ledger/check-books.ts'
import { findUnsettled } from '../../monitor/watch/queries.ts'
import { findAllOffers } from '../../packages/find-for-operator.ts'
import { findMerchants } from '../../payments/merchants/add-merchant.ts'
import { findSealedShut } from '../../payments/merchants/find-sealed-shut.ts'
import { findResellers, findWithoutContact } from '../../resellers/find-resellers.ts'
import { note, ok, problem, type CheckCtx, type Finding } from './finding.ts'

export async function checkMerchants(ctx: CheckCtx): Promise<Finding[]> {
  const all = await findMerchants(ctx)
  const enabled = all.filter(({ disabledAt }) => disabledAt === null)
  const shut = await findSealedShut(ctx)
  if (shut.length > 0) {
    const todo = 'SECRET_KEY is not the one they were added with: set that one, or: merchants replace-keys'
    return [problem('merchants', `the keys of ${shut.join(', ')} cannot be opened`, todo)]
  }
  const isShared = enabled.some(({ resellerId }) => resellerId === null)
  if (!isShared) {
    return [note('merchants', 'the platform has none: agencies cannot be opened online', 'merchants add')]
  }
  return [ok('merchants', `${enabled.length} take payments`)]
}

export async function checkPayments(ctx: CheckCtx): Promise<Finding[]> {
  const before = new Date(ctx.now.getTime() - ctx.config.alerts.paymentUnsettledS * 1000)
  const late = await findUnsettled(ctx.db, before)
  if (late.length === 0) return [ok('payments', 'none waits too long for its outcome')]
  return late.map(({ resellerId, count, outTradeNo, createdAt }) => {
    const says = `${count} of reseller ${resellerId} without an outcome, first ${outTradeNo} of ${createdAt.toISOString()}`
    return problem('payments', says, "Look it up on the provider's own pages; they are asked again by themselves")
  })
}

/** One that sells online and has no price shows its users an empty shop. */
export async function checkResellers(ctx: CheckCtx): Promise<Finding[]> {
  const resellers = await findResellers(ctx)
  if (resellers.length === 0) return [note('resellers', 'there is none yet', 'resellers add --key 0')]
  const sellers = new Set(
    (await findAllOffers(ctx, null)).filter(({ isListed }) => isListed).map((row) => row.resellerId),
  )
  const empty = resellers.filter(({ id, suspendedAt }) => !suspendedAt && !sellers.has(id)).map(({ id }) => id)
  const findings = [ok('resellers', `${resellers.length}, ${sellers.size} of them with something to sell`)]
  if (empty.length > 0)
    findings.push(note('resellers', `nothing to sell: ${empty.join(', ')}`, 'offers set or offers copy'))
  const lost = await findWithoutContact(ctx)
  if (lost.length > 0)
    findings.push(
      note(
        'resellers',
        `users have nobody to ask: ${lost.join(', ')}`,
        'Set OPERATOR_CONTACT, or: resellers set --contact',
      ),
    )
  return findings
}

export async function checkLedger({ db }: CheckCtx): Promise<Finding[]> {
  const { problems, transactions } = await checkBooks(db)
  if (problems.length === 0) return [ok('books', `${transactions} transactions, every invariant holds`)]
  const says = `${problems.length} violations, first ${problems[0]}`
  return [problem('books', says, 'Stop selling until it is understood (books check, docs/money.md)')]
}
