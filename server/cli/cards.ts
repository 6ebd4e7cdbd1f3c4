import { randomUUID } from 'node:crypto'

import { showCardCode } from '../../contract/card-code.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { formatFen } from '../../contract/money.ts'
import { buyCardBatch } from '../domains/cards/buy-card-batch.ts'
import type { CardKind } from '../domains/cards/price-batch.ts'
import { command, UsageError } from './command.ts'

const KINDS: CardKind[] = ['balance', 'package', 'traffic', 'days']

const RESELLER = { reseller: { kind: 'number', help: 'key of the reseller', isRequired: true } } as const

export const cardCommands = [
  command({
    name: 'cards buy',
    summary: 'Card keys for a reseller, paid from its balance. With the same --key they are shown again for a day',
    hasDryRun: true,
    options: {
      ...RESELLER,
      kind: { kind: 'text', help: KINDS.join(', '), isRequired: true },
      value: { kind: 'number', help: 'fen, months (0: one-time), GB or days of one key', isRequired: true },
      package: { kind: 'number', help: 'plan that a key gives, or the pack that prices traffic' },
      count: { kind: 'number', help: 'how many keys', isRequired: true },
      'expires-days': { kind: 'number', help: 'void after so many days and paid back; without it never' },
      'starts-at-use': { kind: 'flag', help: 'the days begin with the first connection, 30 days later at most' },
      key: { kind: 'text', help: 'name of this purchase: sent again it is not a second one' },
    },
    async run(
      ctx,
      { reseller: resellerId, kind, value, package: packageId, count, 'expires-days': days, key, ...more },
    ) {
      const found = KINDS.find((known) => known === kind)
      if (!found) throw new UsageError(`--kind must be one of ${KINDS.join(', ')}`)
      if (key !== null && !/^[\w.:-]{8,200}$/.test(key))
        throw new UsageError('--key must be 8 to 200 letters and digits')
      const expiresAt = days === null ? null : new Date(ctx.now.getTime() + days * DAY_MS)
      const wanted = { resellerId, kind: found, value, packageId, count, startsAtUse: more['starts-at-use'] }
      const purchase = { ...wanted, expiresAt, key: key ?? randomUUID() }
      const { codes, ...bought } = await buyCardBatch(ctx, purchase, ctx.actor)
      const shown = ctx.isDryRun ? [] : codes.map(showCardCode)
      const paid = `Batch ${bought.batchId}: ${count} keys, ${formatFen(bought.totalFen)} yuan.`
      const kept =
        codes.length > 0 ? 'these are its keys' : 'its keys cannot be read any more. Lost? Then: call cards.voidBatch'
      const again = `This purchase was made before; ${kept}`
      const aside = bought.isRepeated ? [paid, again] : [paid]
      // Print only the keys: `cards buy … > keys.txt` makes a file that `call cards.assign` reads.
      return { lines: shown, aside, data: { ...bought, codes: shown } }
    },
  }),
]
