import { randomBytes, randomUUID } from 'node:crypto'

import { buyCardBatch, type CardPurchase } from '../../domains/cards/buy-card-batch.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { fundReseller } from './money-factories.ts'

/** Card keys that a reseller with enough money bought; by default one balance card of ¥50 at reseller 0. */
export async function buildCards(db: Db, overrides: Partial<CardPurchase> = {}, secretKey: Buffer = randomBytes(32)) {
  const purchase: CardPurchase = {
    resellerId: 0,
    kind: 'balance',
    packageId: null,
    value: 5000,
    count: 1,
    expiresAt: null,
    key: randomUUID(),
    ...overrides,
  }
  await fundReseller(db, purchase.resellerId, 1_000_000)
  const bought = await buyCardBatch(
    { db, now: clock.now(), config: { businessTz: 'Asia/Shanghai', secretKey } },
    purchase,
    'operator:test',
  )
  return { ...bought, code: bought.codes[0]! }
}
