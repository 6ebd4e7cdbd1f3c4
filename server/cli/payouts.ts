import { formatFen } from '../../contract/money.ts'
import { approvePayout } from '../domains/payouts/approve-payout.ts'
import { loadPayable } from '../domains/payouts/load-payable.ts'
import { findPayouts, settlePayout, showPayoutPayee } from '../domains/payouts/settle-payout.ts'
import { getSellingTerms } from '../domains/resellers/selling-terms.ts'
import { auditRead, command, UsageError } from './command.ts'
import { tableLines } from './table.ts'

const LISTED = 200
const WHICH = {
  reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
  id: { kind: 'text', help: 'number of the payout', isRequired: true },
} as const

export const payoutCommands = [
  command({
    name: 'payouts list',
    summary: 'Payouts of resellers that wait, oldest first, with the account to pay to',
    options: {
      reseller: { kind: 'number', help: 'only of this reseller, with what may be paid out' },
      all: { kind: 'flag', help: `also the settled ones, without accounts: the latest ${LISTED}` },
    },
    async run(ctx, { reseller, all }) {
      const found = await findPayouts(ctx, { resellerId: reseller, isOpen: !all, limit: LISTED })
      await auditRead(ctx, 'operator.payouts_listed', reseller, found.length)
      const payouts = []
      for (const payout of found) {
        const name = { resellerId: payout.resellerId, payoutId: payout.id }
        payouts.push({ ...payout, ...(payout.state === 'open' ? await showPayoutPayee(ctx, name, ctx.actor) : {}) })
      }
      if (reseller === null) return { lines: tableLines(payouts), data: { payouts } }
      await getSellingTerms(ctx, reseller)
      const payable = await loadPayable(ctx, reseller)
      const line = `Of ${formatFen(payable.balanceFen)} yuan ${formatFen(payable.payableFen)} may be paid out.`
      return { lines: [...tableLines(payouts), line], data: { payouts, payable } }
    },
  }),
  command({
    name: 'payouts approve',
    summary: 'With FOUR_EYES=on: release it, so that somebody else pays it',
    hasDryRun: true,
    options: WHICH,
    async run(ctx, { reseller: resellerId, id }) {
      const { amountFen } = await approvePayout(ctx, { resellerId, payoutId: readId(id) }, ctx.actor)
      return { lines: [`${formatFen(amountFen)} yuan approved.`], data: { amountFen } }
    },
  }),
  command({
    name: 'payouts pay',
    summary: 'You have paid it: take it off the books',
    hasDryRun: true,
    options: WHICH,
    async run(ctx, { reseller: resellerId, id }) {
      const name = { resellerId, payoutId: readId(id) }
      const { amountFen } = await settlePayout(ctx, name, { state: 'paid' }, ctx.actor)
      return { lines: [`${formatFen(amountFen)} yuan marked as paid.`], data: { amountFen } }
    },
  }),
  command({
    name: 'payouts reject',
    summary: "Give the money back to the reseller's balance",
    hasDryRun: true,
    options: { ...WHICH, reason: { kind: 'text', help: 'what the reseller reads', isRequired: true } },
    async run(ctx, { reseller: resellerId, id, reason }) {
      const name = { resellerId, payoutId: readId(id) }
      const { amountFen } = await settlePayout(ctx, name, { state: 'rejected', reason }, ctx.actor)
      return { lines: [`${formatFen(amountFen)} yuan given back.`], data: { amountFen } }
    },
  }),
]

function readId(text: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) throw new UsageError('--id is not a payout')
  return text
}
