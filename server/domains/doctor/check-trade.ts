import { checkBooks } from '../books/check-books.ts'
import { findAllOffers } from '../catalogue/find-for-operator.ts'
import { findUnsettled } from '../monitor/watch/payment-health.ts'
import { findMerchants } from '../payments/merchants/add-merchant.ts'
import { findSealedShut } from '../payments/merchants/find-sealed-shut.ts'
import { findResellers, findWithoutContact } from '../resellers/find-resellers.ts'
import { note, ok, problem, told, type CheckCtx, type Finding } from './finding.ts'

export async function checkMerchants(ctx: CheckCtx): Promise<Finding[]> {
  const all = await findMerchants(ctx)
  const enabled = all.filter(({ disabledAt }) => disabledAt === null)
  const shut = await findSealedShut(ctx)
  if (shut.length > 0) {
    const todo = 'SECRET_KEY is not the one they were added with: set that one, or: merchants replace-keys'
    const names = shut.join(', ')
    return [problem('merchants', `the keys of ${names} cannot be opened`, todo, told('merchants_shut', { names }))]
  }
  const isShared = enabled.some(({ resellerId }) => resellerId === null)
  if (!isShared) {
    const says = 'the platform has none: agencies cannot be opened online'
    return [note('merchants', says, 'merchants add', told('merchants_none'))]
  }
  return [ok('merchants', `${enabled.length} take payments`, told('merchants_ok', { count: enabled.length }))]
}

export async function checkPayments(ctx: CheckCtx): Promise<Finding[]> {
  const before = new Date(ctx.now.getTime() - ctx.config.alerts.paymentUnsettledS * 1000)
  const late = await findUnsettled(ctx.db, before)
  if (late.length === 0) return [ok('payments', 'none waits too long for its outcome', told('payments_ok'))]
  return late.map(({ resellerId, count, outTradeNo, createdAt }) => {
    const says = `${count} of reseller ${resellerId} without an outcome, first ${outTradeNo} of ${createdAt.toISOString()}`
    const todo = "Look it up on the provider's own pages; they are asked again by themselves"
    return problem('payments', says, todo, told('payments_late', { reseller: resellerId, count, number: outTradeNo }))
  })
}

/** A reseller that sells online without prices shows its users an empty shop. */
export async function checkResellers(ctx: CheckCtx): Promise<Finding[]> {
  const resellers = await findResellers(ctx)
  if (resellers.length === 0)
    return [note('resellers', 'there is none yet', 'resellers add --key 0', told('resellers_none'))]
  const sellers = new Set(
    (await findAllOffers(ctx, null)).filter(({ isListed }) => isListed).map((row) => row.resellerId),
  )
  const empty = resellers.filter(({ id, suspendedAt }) => !suspendedAt && !sellers.has(id)).map(({ id }) => id)
  const facts = { count: resellers.length, sellers: sellers.size }
  const says = `${resellers.length}, ${sellers.size} of them with something to sell`
  const findings = [ok('resellers', says, told('resellers_ok', facts))]
  if (empty.length > 0) {
    const keys = empty.join(', ')
    const what = told('resellers_empty', { keys })
    findings.push(note('resellers', `nothing to sell: ${keys}`, 'call prices.set or offers copy', what))
  }
  const lost = await findWithoutContact(ctx)
  if (lost.length > 0) {
    const keys = lost.join(', ')
    const todo = 'Set OPERATOR_CONTACT, or: resellers set --contact'
    findings.push(note('resellers', `users have nobody to ask: ${keys}`, todo, told('resellers_lost', { keys })))
  }
  return findings
}

export async function checkLedger({ db }: CheckCtx): Promise<Finding[]> {
  const { problems, transactions } = await checkBooks(db)
  const count = problems.length
  if (count === 0) {
    const what = told('books_ok', { count: transactions })
    return [ok('books', `${transactions} transactions, every invariant holds`, what)]
  }
  const says = `${count} violations, first ${problems[0]}`
  const todo = 'Stop selling until it is understood (books check, docs/money.md)'
  return [problem('books', says, todo, told('books_bad', { count }))]
}
