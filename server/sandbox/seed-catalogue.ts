import { inTransaction, type Db, type Tx } from '../platform/db.ts'

const GB = 1024 ** 3

type Period = 'month' | 'quarter' | 'half' | 'year' | 'once'
type Sample = {
  name: string
  note: string
  kind: 'plan' | 'pack'
  trafficBytes: number
  deviceLimit: number
  lineLimit: number
  speedClass: 'standard' | 'fast' | 'fastest'
  /** Key 0's price of each period; others are a share of it. */
  fen: Partial<Record<Period, number>>
}

const SAMPLES: Sample[] = [
  {
    name: '轻享版',
    note: '日常浏览与聊天',
    kind: 'plan',
    trafficBytes: 100 * GB,
    deviceLimit: 2,
    lineLimit: 3,
    speedClass: 'standard',
    fen: { month: 1500, quarter: 4200, half: 7800, year: 14_400 },
  },
  {
    name: '标准版',
    note: '高清视频与多设备',
    kind: 'plan',
    trafficBytes: 300 * GB,
    deviceLimit: 5,
    lineLimit: 6,
    speedClass: 'fast',
    fen: { month: 3000, quarter: 8400, half: 15_600, year: 28_800 },
  },
  {
    name: '畅享版',
    note: '大流量、游戏与家庭共享',
    kind: 'plan',
    trafficBytes: 1024 * GB,
    deviceLimit: 10,
    lineLimit: 12,
    speedClass: 'fastest',
    fen: { month: 6000, quarter: 16_800, half: 31_200, year: 57_600, once: 36_000 },
  },
  {
    name: '流量包',
    note: '当前套餐流量不够时使用，用完为止',
    kind: 'pack',
    trafficBytes: 50 * GB,
    deviceLimit: 0,
    lineLimit: 0,
    speedClass: 'standard',
    fen: { once: 800 },
  },
]
/** What each reseller asks, in percent of key 0's price. All buy at half of that. */
const PRICE_PERCENT: Record<number, number> = { 0: 100, 260: 110, 228: 95, 60: 120, 65: 105, 7: 90 }
const WHOLESALE_PERCENT = 50
const COUPON = 'WELCOME'

/** A catalogue to try out, once: what an operator changes or deletes later stays as it is. */
export async function seedCatalogue(db: Db): Promise<void> {
  const existing = await db.kysely.selectFrom('packages').select('id').executeTakeFirst()
  if (existing) return
  await inTransaction(db, async (tx) => {
    for (const [place, sample] of SAMPLES.entries()) await insertSample(tx, sample, place)
    for (const resellerId of Object.keys(PRICE_PERCENT).map(Number)) {
      await tx.kysely
        .insertInto('coupons')
        .values({ resellerId, code: COUPON, percent: 10, usesPerAccountMax: 1 })
        .execute()
    }
  })
}

async function insertSample(tx: Tx, { fen, ...sample }: Sample, place: number): Promise<void> {
  const { id } = await tx.kysely
    .insertInto('packages')
    .values({ ...sample, place })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [key, percent] of Object.entries(PRICE_PERCENT)) {
    for (const [period, price] of Object.entries(fen) as [Period, number][]) {
      const offer = { retailFen: Math.round((price * percent) / 100), wholesaleFen: (price * WHOLESALE_PERCENT) / 100 }
      await tx.kysely
        .insertInto('packageOffers')
        .values({ resellerId: Number(key), packageId: id, period, ...offer })
        .execute()
    }
  }
}
