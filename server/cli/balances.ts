import { randomUUID } from 'node:crypto'

import { formatFen } from '../../contract/money.ts'
import { ADJUSTMENTS, adjustBalance } from '../domains/ledger/adjust-balance.ts'
import { findResellerEntries, findUserEntries } from '../domains/ledger/find-entries.ts'
import { loadBalanceFen } from '../domains/ledger/load-balance.ts'
import { getUser } from '../domains/sessions/operator/find-users.ts'
import { auditRead, command, type CliCtx } from './command.ts'
import { oneOf } from './read-options.ts'
import { tableLines } from './table.ts'

const LISTED = 50
const WAYS = Object.keys(ADJUSTMENTS) as (keyof typeof ADJUSTMENTS)[]
const WHOSE = {
  reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
  user: { kind: 'text', help: "account name; without it the reseller's own balance" },
} as const

export const balanceCommands = [
  command({
    name: 'balances show',
    summary: `The balance of a reseller or a user, and its latest ${LISTED} entries`,
    options: WHOSE,
    async run(ctx, { reseller: resellerId, user }) {
      const accountId = await accountOf(ctx, resellerId, user)
      const entries =
        accountId === null
          ? await findResellerEntries(ctx, resellerId, LISTED)
          : await findUserEntries(ctx, { resellerId, accountId }, {}, LISTED)
      const amounts = await loadAmounts(ctx, resellerId, accountId)
      await auditRead(ctx, 'operator.balance_shown', resellerId, entries.length)
      const rows = entries.map(({ at, kind, amountFen, balanceAfterFen, memo }) => {
        const about = String(memo['about'] ?? '')
        return { at, kind, yuan: formatFen(amountFen), balance: formatFen(balanceAfterFen), about }
      })
      const heads = Object.entries(amounts).map(([name, fen]) => `${name}: ${formatFen(fen)} yuan`)
      return { lines: [...heads, '', ...tableLines(rows)], data: { ...amounts, entries } }
    },
  }),
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

async function loadAmounts(ctx: CliCtx, resellerId: number, accountId: number | null): Promise<Record<string, number>> {
  const kinds =
    accountId === null
      ? ({
          balanceFen: 'reseller',
          owedFen: 'receivable',
          topUpsTakenFen: 'liability',
          unusedCardsFen: 'cards',
        } as const)
      : ({
          balanceFen: 'user',
          commissionFen: 'commission',
          pendingFen: 'commission_pending',
          heldFen: 'hold',
        } as const)
  const account = accountId === null ? {} : { accountId }
  const amounts = Object.entries(kinds).map(async ([name, kind]): Promise<[string, number]> => {
    return [name, await loadBalanceFen(ctx, { kind, resellerId, ...account })]
  })
  return Object.fromEntries(await Promise.all(amounts))
}
