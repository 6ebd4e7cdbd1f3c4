import { formatFen } from '../../contract/money.ts'
import { resolveRefund } from '../domains/payments/refunds/finish-refund.ts'
import { findRefunds, askRefund, refundPayment } from '../domains/payments/refunds/refund-payment.ts'
import { declineWish } from '../domains/payments/wishes/answer-wish.ts'
import { findOpenWishes } from '../domains/payments/wishes/find-wishes.ts'
import { grantWish } from '../domains/payments/wishes/grant-wish.ts'
import { createLog } from '../platform/log.ts'
import { auditRead, command, UsageError, type CliCtx } from './command.ts'
import { tableLines } from './table.ts'

const LISTED = 100
const REASON_MAX = 200
// Standard output belongs to the command, so log nothing.
const withLog = (ctx: CliCtx) => ({ ...ctx, log: createLog('silent') })

export const refundCommands = [
  command({
    name: 'refunds list',
    summary: `The latest ${LISTED} refunds and what became of them`,
    options: {},
    async run(ctx) {
      const refunds = await findRefunds(ctx, LISTED)
      await auditRead(ctx, 'operator.refunds_listed', null, refunds.length)
      return { lines: tableLines(refunds), data: { refunds } }
    },
  }),
  command({
    name: 'refunds make',
    summary: 'Give a payment back, whole or in part, to where it came from',
    hasDryRun: true,
    options: {
      payment: { kind: 'text', help: 'its number (out_trade_no)', isRequired: true },
      fen: { kind: 'number', help: 'how much; all that is left by default' },
      reason: { kind: 'text', help: 'what the buyer reads', isRequired: true },
    },
    async run(ctx, { payment, fen, reason }) {
      if (reason.trim() === '' || reason.length > REASON_MAX)
        throw new UsageError(`--reason must be 1 to ${REASON_MAX} characters`)
      const wish = { outTradeNo: payment, amountFen: fen, reason: reason.trim() }
      // A dry run must never call the provider.
      const make = ctx.isDryRun ? askRefund : refundPayment
      const { state, amountFen, outRequestNo } = await make(withLog(ctx), wish, ctx.actor)
      const said = {
        done: 'is refunded.',
        refused: 'was refused by the provider. Nothing has changed.',
        asked: ctx.isDryRun
          ? 'is asked for at the provider.'
          : 'is asked for; the provider has not said yet. See: refunds list',
      }
      return {
        lines: [`${formatFen(amountFen)} yuan (${outRequestNo}) ${said[state]}`],
        data: { state, amountFen, outRequestNo },
      }
    },
  }),
  command({
    name: 'refunds wishes',
    summary: `Up to ${LISTED} refunds that resellers ask you for, the oldest first`,
    options: {},
    async run(ctx) {
      const wishes = await findOpenWishes(ctx, LISTED)
      await auditRead(ctx, 'operator.refund_wishes_listed', null, wishes.length)
      return { lines: tableLines(wishes), data: { wishes } }
    },
  }),
  command({
    name: 'refunds grant',
    summary: 'Give back what a reseller asked for: to the gateway, or to the balance it was paid from',
    options: { wish: { kind: 'number', help: 'its number, see: refunds wishes', isRequired: true } },
    async run(ctx, { wish }) {
      const { amountFen, state } = await grantWish(withLog(ctx), wish, ctx.actor)
      const said = { done: 'is refunded.', refused: 'was refused by the provider.', asked: 'is asked for.' }
      return { lines: [`${formatFen(amountFen)} yuan ${said[state]}`], data: { amountFen, state } }
    },
  }),
  command({
    name: 'refunds decline',
    summary: 'Say no to a wish; the reseller reads why',
    hasDryRun: true,
    options: {
      wish: { kind: 'number', help: 'its number, see: refunds wishes', isRequired: true },
      answer: { kind: 'text', help: 'why', isRequired: true },
    },
    async run(ctx, { wish, answer }) {
      await declineWish(ctx, { id: wish, answer }, ctx.actor)
      return { lines: [`Wish ${wish} is declined.`], data: { wish } }
    },
  }),
  command({
    name: 'refunds resolve',
    summary: 'You saw at the provider what became of a refund that is only asked for',
    hasDryRun: true,
    options: {
      request: { kind: 'text', help: 'number of the refund (R…)', isRequired: true },
      done: { kind: 'flag', help: 'the money went back' },
      refused: { kind: 'flag', help: 'it did not' },
    },
    async run(ctx, { request, done, refused }) {
      if (done === refused) throw new UsageError('--done or --refused, one of them')
      const outcome = done ? 'done' : 'refused'
      await resolveRefund(withLog(ctx), { outRequestNo: request, outcome }, ctx.actor)
      return { lines: [`Refund ${request} is ${outcome}.`], data: { outcome } }
    },
  }),
]
