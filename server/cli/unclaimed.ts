import { randomUUID } from 'node:crypto'

import { formatFen } from '../../contract/money.ts'
import { findUnclaimed, payOutUnclaimed } from '../domains/ledger/unclaimed.ts'
import { auditRead, command } from './command.ts'
import { tableLines } from './table.ts'

export const unclaimedCommands = [
  command({
    name: 'unclaimed list',
    summary: 'Money that came for accounts after their deletion. By a payment? Then: refunds make',
    options: { reseller: { kind: 'number', help: 'only of this reseller' } },
    async run(ctx, { reseller }) {
      const unclaimed = await findUnclaimed(ctx, reseller)
      await auditRead(ctx, 'operator.unclaimed_listed', reseller, unclaimed.length)
      const rows = unclaimed.map(({ balanceFen, ...rest }) => ({ ...rest, yuan: formatFen(balanceFen) }))
      return { lines: tableLines(rows), data: { unclaimed } }
    },
  }),
  command({
    name: 'unclaimed pay-out',
    summary: 'Book what was given back by hand to somebody who is gone',
    hasDryRun: true,
    options: {
      reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
      account: { kind: 'number', help: 'number of the account, as listed', isRequired: true },
      fen: { kind: 'number', help: 'how much', isRequired: true },
      reason: { kind: 'text', help: 'to whom and how', isRequired: true },
      'by-reseller': { kind: 'flag', help: 'its own merchant took the money, and it gave it back' },
      key: { kind: 'text', help: 'name of this payment: sent again it is not a second one' },
    },
    async run(ctx, { reseller: resellerId, account: accountId, fen: amountFen, reason, key, ...values }) {
      const by = values['by-reseller'] ? ('reseller' as const) : ('platform' as const)
      const wish = { resellerId, accountId, amountFen, by, reason, key: key ?? randomUUID() }
      const { leftFen, isRepeated } = await payOutUnclaimed(ctx, wish, ctx.actor)
      const what = isRepeated ? 'This was booked before.' : `${formatFen(amountFen)} yuan given back.`
      return { lines: [`${what} ${formatFen(leftFen)} yuan wait.`], data: { leftFen, isRepeated } }
    },
  }),
]
