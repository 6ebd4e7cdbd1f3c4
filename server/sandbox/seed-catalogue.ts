import {
  type SamplePackage,
  type SamplePeriod,
  sampleCatalogue,
  sampleCoupon,
  sampleTrial,
} from '../../contract/sample-catalogue.ts'
import { clock } from '../platform/clock.ts'
import type { Tx } from '../platform/db/db.ts'
import type { ByLanguage } from '../platform/text/by-language.ts'

/** Each reseller's prices in percent of key 0's. All buy at half of that, by the default list. */
const PRICE_PERCENT: Record<number, number> = { 0: 100, 260: 110, 228: 95, 60: 120, 65: 105, 7: 90 }
const WHOLESALE_PERCENT = 50
const DEFAULT_LIST = 0
const TRIAL_WHOLESALE_FEN = 100
/** The other resellers can offer it: the console shows both. */
const GIVES_TRIALS = [0, 260]

/** Names and notes of the samples for readers of other languages. */
const TEXTS: Record<string, { names: Required<ByLanguage>; notes: Required<ByLanguage> }> = {
  轻享版: {
    names: { 'zh-TW': '輕享版', en: 'Light' },
    notes: { 'zh-TW': '日常瀏覽與聊天', en: 'For browsing and chat' },
  },
  标准版: {
    names: { 'zh-TW': '標準版', en: 'Standard' },
    notes: { 'zh-TW': '高畫質影片與多裝置', en: 'For HD video and several devices' },
  },
  畅享版: {
    names: { 'zh-TW': '暢享版', en: 'Plus' },
    notes: { 'zh-TW': '大流量、遊戲與家庭共享', en: 'For heavy use, games and the family' },
  },
  流量包: {
    names: { 'zh-TW': '流量包', en: 'Data pack' },
    notes: { 'zh-TW': '目前方案流量不夠時使用，用完為止', en: 'When your plan runs low, until it is used up' },
  },
  体验版: {
    names: { 'zh-TW': '體驗版', en: 'Trial' },
    notes: { 'zh-TW': '先試試連不連得上、夠不夠快', en: 'See that it connects and is fast enough' },
  },
}

function textsOf(name: string) {
  const { names, notes } = TEXTS[name] ?? { names: {}, notes: {} }
  return { names: JSON.stringify(names), notes: JSON.stringify(notes) }
}

/** Seeds a sample catalogue once: what an operator changes or deletes later stays changed. */
export async function seedCatalogue(tx: Tx): Promise<void> {
  const existing = await tx.kysely.selectFrom('packages').select('id').executeTakeFirst()
  if (existing) return
  for (const [place, sample] of sampleCatalogue.entries()) await insertSample(tx, sample, place)
  await insertTrial(tx, sampleCatalogue.length)
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
    .values({ ...sample, ...textsOf(sample.name), place })
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

async function insertTrial(tx: Tx, place: number): Promise<void> {
  const { id: packageId } = await tx.kysely
    .insertInto('packages')
    .values({ ...sampleTrial, ...textsOf(sampleTrial.name), place })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.kysely
    .insertInto('priceListEntries')
    .values({ priceListId: DEFAULT_LIST, packageId, period: 'once', wholesaleFen: TRIAL_WHOLESALE_FEN })
    .execute()
  for (const resellerId of GIVES_TRIALS) {
    await tx.kysely.insertInto('trialOffers').values({ resellerId, packageId, createdAt: clock.now() }).execute()
  }
}
