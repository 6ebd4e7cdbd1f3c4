import { randomUUID } from 'node:crypto'

import { formatFen } from '../../contract/money.ts'
import { loadLogin } from '../domains/accounts/load-login.ts'
import { findGifts, giveGift } from '../domains/gifts/give-gift.ts'
import type { GiftWish } from '../domains/gifts/price-gift.ts'
import { fail } from '../platform/errors.ts'
import { auditRead, command, UsageError } from './command.ts'
import { PERIODS } from './offers.ts'
import { oneOf } from './read-options.ts'
import { tableLines } from './table.ts'

const LISTED = 200

export const giftCommands = [
  command({
    name: 'gifts give',
    summary: 'Days, traffic, balance or a higher package for one user, at the cost of its reseller or of the platform',
    hasDryRun: true,
    options: {
      reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
      user: { kind: 'text', help: 'account name', isRequired: true },
      days: { kind: 'number', help: 'days of the package that the user has' },
      gb: { kind: 'number', help: 'traffic beside the package' },
      fen: { kind: 'number', help: 'balance' },
      package: { kind: 'number', help: 'a higher package instead of the own one; with --period' },
      period: { kind: 'text', help: PERIODS.join(', ') },
      'by-platform': { kind: 'flag', help: 'the platform pays, not the reseller' },
      key: { kind: 'text', help: 'names this gift: sent again it is not a second one' },
    },
    async run(ctx, { reseller: resellerId, user, 'by-platform': isByPlatform, key, ...values }) {
      const wish = readWish(values)
      const account = (await loadLogin(ctx, resellerId, user)) ?? fail('object.unknown')
      const paidBy = isByPlatform ? 'platform' : 'reseller'
      const giving = { resellerId, accountId: account.id, wish, paidBy, key: key ?? randomUUID() } as const
      const given = await giveGift(ctx, giving, ctx.actor)
      const again = given.isRepeated ? ' It was given before.' : ''
      const line = `Gift ${given.giftId}, worth ${formatFen(given.costFen)} yuan, paid by the ${paidBy}.${again}`
      return { lines: [line], data: given }
    },
  }),
  command({
    name: 'gifts list',
    summary: 'What was given, to whom, by whom, and who paid; newest first',
    options: { reseller: { kind: 'number', help: 'only of this reseller' } },
    async run(ctx, { reseller }) {
      const found = await findGifts(ctx, { resellerId: reseller, accountId: null, limit: LISTED })
      await auditRead(ctx, 'operator.gifts_listed', reseller, found.length)
      const gifts = found.map(({ inputHash: _hash, requestKey: _key, ...gift }) => gift)
      return { lines: tableLines(gifts), data: { gifts } }
    },
  }),
]

type Values = {
  days: number | null
  gb: number | null
  fen: number | null
  package: number | null
  period: string | null
}

function readWish({ days, gb, fen, package: packageId, period }: Values): GiftWish {
  if ([days, gb, fen, packageId].filter((value) => value !== null).length !== 1) {
    throw new UsageError('one of --days, --gb, --fen and --package')
  }
  if (days !== null) return { kind: 'days', days }
  if (gb !== null) return { kind: 'traffic', gb }
  if (fen !== null) return { kind: 'balance', amountFen: fen }
  return { kind: 'package', packageId: packageId!, period: oneOf('period', period ?? '', PERIODS) }
}
