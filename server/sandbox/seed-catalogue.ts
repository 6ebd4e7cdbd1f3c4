import {
  type SamplePackage,
  type SamplePeriod,
  sampleCatalogue,
  sampleCoupon,
} from '../../contract/sample-catalogue.ts'
import type { Tx } from '../platform/db/db.ts'

/** Each reseller's prices in percent of key 0's. All buy at half of that, by the default list. */
const PRICE_PERCENT: Record<number, number> = { 0: 100, 260: 110, 228: 95, 60: 120, 65: 105, 7: 90 }
const WHOLESALE_PERCENT = 50
const DEFAULT_LIST = 0

/** Seeds a sample catalogue once: what an operator changes or deletes later stays changed. */
export async function seedCatalogue(tx: Tx): Promise<void> {
  const existing = await tx.kysely.selectFrom('packages').select('id').executeTakeFirst()
  if (existing) return
  for (const [place, sample] of sampleCatalogue.entries()) await insertSample(tx, sample, place)
  for (const resellerId of Object.keys(PRICE_PERCENT).map(Number)) {
    await tx.kysely
      .insertInto('coupons')
      .values({ resellerId, ...sampleCoupon, usesPerAccountMax: 1 })
      .execute()
  }
}

async function insertSample(tx: Tx, { fen, ...sample }: SamplePackage, place: number): Promise<void> {
  const { id } = await tx.kysely
    .insertInto('packages')
    .values({ ...sample, place })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [period, price] of Object.entries(fen) as [SamplePeriod, number][]) {
    const wholesaleFen = (price * WHOLESALE_PERCENT) / 100
    await tx.kysely
      .insertInto('priceListEntries')
      .values({ priceListId: DEFAULT_LIST, packageId: id, period, wholesaleFen, suggestedRetailFen: price })
      .execute()
    for (const [key, percent] of Object.entries(PRICE_PERCENT)) {
      const retailFen = Math.round((price * percent) / 100)
      await tx.kysely
        .insertInto('packageOffers')
        .values({ resellerId: Number(key), packageId: id, period, retailFen })
        .execute()
    }
  }
}
