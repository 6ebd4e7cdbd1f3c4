import { randomUUID } from 'node:crypto'

import { formatFen } from '../../contract/money.ts'
import { ADJUSTMENTS, adjustBalance } from '../domains/ledger/adjust-balance.ts'
import { getUser } from '../domains/sessions/operator/find-users.ts'
import { command, type CliCtx } from './command.ts'
import { oneOf } from './read-options.ts'

const WAYS = Object.keys(ADJUSTMENTS) as (keyof typeof ADJUSTMENTS)[]
const WHOSE = {
  reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
  user: { kind: 'text', help: "account name; without it the reseller's own balance" },
} as const

export const balanceCommands = [
  command({
    name: 'balances adjust',
    summary: 'Book what was paid by bank transfer, a gift or a correction. It never makes a debt',
    hasDryRun: true,
    options: {
      ...WHOSE,
      as: { kind: 'text', help: `${WAYS.join(', ')} (into and out of our own revenue)`, isRequired: true },
      fen: { kind: 'number', help: 'how much', isRequired: true },
      reason: { kind: 'text', help: 'the owner reads it beside the amount', isRequired: true },
      key: { kind: 'text', help: 'name of this adjustment: sent again it is not a second one' },
    },
    async run(ctx, { reseller: resellerId, user, as, fen: amountFen, reason, key }) {
      const how = oneOf('as', as, WAYS)
      const owner = { resellerId, accountId: await accountOf(ctx, resellerId, user) }
      const wish = { owner, how, amountFen, reason, key: key ?? randomUUID() }
      const { balanceFen, isRepeated } = await adjustBalance(ctx, wish, ctx.actor)
      const what = isRepeated ? 'This was booked before.' : `${formatFen(amountFen)} yuan ${how.replace('-', ' ')}.`
      return { lines: [`${what} The balance is ${formatFen(balanceFen)} yuan.`], data: { balanceFen, isRepeated } }
    },
  }),
]

async function accountOf(ctx: CliCtx, resellerId: number, userName: string | null): Promise<number | null> {
  return userName === null ? null : (await getUser(ctx, resellerId, userName)).id
}
