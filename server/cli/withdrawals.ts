import { formatFen } from '../../contract/money.ts'
import { approveWithdrawal } from '../domains/invites/approve-withdrawal.ts'
import { findWithdrawals } from '../domains/invites/find-withdrawals.ts'
import { settleWithdrawal } from '../domains/invites/settle-withdrawal.ts'
import { auditRead, command, UsageError } from './command.ts'
import { tableLines } from './table.ts'

const LISTED = 200
const REASON_MAX = 200
const WHICH = {
  reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
  id: { kind: 'text', help: 'number of the withdrawal', isRequired: true },
} as const

export const withdrawalCommands = [
  command({
    name: 'withdrawals list',
    summary: 'Withdrawals that wait to be paid, oldest first, with the account to pay to and its owner',
    options: {
      reseller: { kind: 'number', help: 'only of this reseller' },
      all: { kind: 'flag', help: `also the settled ones: the latest ${LISTED}` },
    },
    async run(ctx, { reseller, all }) {
      const withdrawals = await findWithdrawals(ctx, { resellerId: reseller, isPending: !all, limit: LISTED })
      await auditRead(ctx, 'operator.withdrawals_listed', reseller, withdrawals.length)
      return { lines: tableLines(withdrawals), data: { withdrawals } }
    },
  }),
  command({
    name: 'withdrawals approve',
    summary: 'With FOUR_EYES=on: release it, so that somebody else pays it',
    hasDryRun: true,
    options: WHICH,
    async run(ctx, { reseller: resellerId, id }) {
      const { amountFen } = await approveWithdrawal(ctx, { resellerId, withdrawalId: readId(id) }, ctx.actor)
      return { lines: [`${formatFen(amountFen)} yuan approved.`], data: { amountFen } }
    },
  }),
  command({
    name: 'withdrawals pay',
    summary: 'You have paid it, or its reseller has: take it off the books',
    hasDryRun: true,
    options: { ...WHICH, 'by-reseller': { kind: 'flag', help: 'its reseller paid it, and gets it on its balance' } },
    async run(ctx, { reseller: resellerId, id, 'by-reseller': isByReseller }) {
      const name = { resellerId, withdrawalId: readId(id) }
      const by = isByReseller ? 'reseller' : 'platform'
      const { amountFen, feeFen } = await settleWithdrawal(
        ctx,
        name,
        { state: 'paid', by },
        { actor: ctx.actor, isPlatform: true },
      )
      const fee = feeFen > 0 ? `, ${formatFen(feeFen)} kept as the fee` : ''
      return { lines: [`${formatFen(amountFen - feeFen)} yuan marked as paid${fee}.`], data: { amountFen, feeFen } }
    },
  }),
  command({
    name: 'withdrawals reject',
    summary: "Give the money back to its user's commission",
    hasDryRun: true,
    options: { ...WHICH, reason: { kind: 'text', help: 'what the user reads', isRequired: true } },
    async run(ctx, { reseller: resellerId, id, reason }) {
      const text = reason.trim()
      if (text === '' || [...text].length > REASON_MAX)
        throw new UsageError(`--reason must be 1 to ${REASON_MAX} characters`)
      const name = { resellerId, withdrawalId: readId(id) }
      const { amountFen } = await settleWithdrawal(
        ctx,
        name,
        { state: 'rejected', reason: text },
        { actor: ctx.actor, isPlatform: true },
      )
      return { lines: [`${formatFen(amountFen)} yuan given back.`], data: { amountFen } }
    },
  }),
]

function readId(text: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) throw new UsageError('--id is not a withdrawal')
  return text
}
