import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'

import { showCardCode } from '../../contract/card-code.ts'
import { DAY_MS } from '../../contract/durations.ts'
import { formatFen } from '../../contract/money.ts'
import { assignCards } from '../domains/cards/assign-cards.ts'
import { buyCardBatch } from '../domains/cards/buy-card-batch.ts'
import { voidBatch } from '../domains/cards/close-card-batch.ts'
import { findBatches } from '../domains/cards/find-batches.ts'
import type { CardKind } from '../domains/cards/price-batch.ts'
import { auditRead, command, UsageError } from './command.ts'
import { tableLines } from './table.ts'

const KINDS: CardKind[] = ['balance', 'package', 'traffic', 'days']
const LISTED = 100
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
      const kept = codes.length > 0 ? 'these are its keys' : 'its keys cannot be read any more. Lost? Then: cards void'
      const again = `This purchase was made before; ${kept}`
      const aside = bought.isRepeated ? [paid, again] : [paid]
      // Print only the keys: `cards buy … > keys.txt` makes a file that `cards assign` reads.
      return { lines: shown, aside, data: { ...bought, codes: shown } }
    },
  }),
  command({
    name: 'cards batches',
    summary: `The latest ${LISTED} purchases of card keys and what became of the keys`,
    options: { reseller: { kind: 'number', help: 'only of this reseller' } },
    async run(ctx, { reseller }) {
      const batches = await findBatches(ctx, reseller, LISTED)
      await auditRead(ctx, 'operator.card_batches_listed', reseller, batches.length)
      return { lines: tableLines(batches), data: { batches } }
    },
  }),
  command({
    name: 'cards assign',
    summary: "Put unused keys into a user's list, where they can be copied",
    options: {
      ...RESELLER,
      user: { kind: 'text', help: 'account name', isRequired: true },
      codes: { kind: 'path', help: 'file with one key a line; - reads standard input', isRequired: true },
    },
    async run(ctx, { reseller: resellerId, user: userName, codes: file }) {
      const codes = (await readText(file)).split('\n').filter((line) => line.trim() !== '')
      if (codes.length === 0) throw new UsageError('--codes has no keys')
      const { assigned } = await assignCards(ctx, { resellerId, userName, codes }, ctx.actor)
      return { lines: [`${assigned} keys assigned to ${userName}.`], data: { assigned } }
    },
  }),
  command({
    name: 'cards void',
    summary: 'Make the keys of a purchase void that nobody used or was given, and pay the reseller back',
    hasDryRun: true,
    options: { ...RESELLER, batch: { kind: 'number', help: 'number of the purchase', isRequired: true } },
    async run(ctx, { reseller: resellerId, batch: batchId }) {
      const { voided, refundFen } = await voidBatch(ctx, { resellerId, batchId }, ctx.actor)
      return { lines: [`${voided} keys void, ${formatFen(refundFen)} yuan paid back.`], data: { voided, refundFen } }
    },
  }),
]

/** Never take keys as arguments: everybody on the machine can see those, and the shell keeps them. */
async function readText(file: string): Promise<string> {
  if (file === '-') return readAll(process.stdin)
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new UsageError(`${file} cannot be read`)
  }
}
