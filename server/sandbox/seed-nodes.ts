import type { Protocol } from '../../contract/node-settings.ts'
import type { Queryable } from '../platform/db/db.ts'
import type { ByLanguage } from '../platform/text/by-language.ts'

type Sample = {
  name: string
  names: Required<ByLanguage>
  region: string
  address: string
  port: number
  protocol: Protocol
  settings: Record<string, unknown>
  ratePercent?: number
  capacity?: number
  suits?: string[]
  inMaintenance?: boolean
}

/** Uses .example names, which nobody can own: a client that tries one reaches no stranger. */
const SAMPLES: Sample[] = [
  {
    name: '香港 01',
    names: { 'zh-TW': '香港 01', en: 'Hong Kong 01' },
    region: 'HK',
    address: 'hk1.yuxian.example',
    port: 443,
    protocol: 'vless',
    settings: { security: 'tls', network: 'ws', path: '/line' },
    suits: ['game', 'video'],
  },
  {
    name: '香港 02',
    names: { 'zh-TW': '香港 02', en: 'Hong Kong 02' },
    region: 'HK',
    address: 'hk2.yuxian.example',
    port: 443,
    protocol: 'trojan',
    settings: { sni: 'hk2.yuxian.example' },
    inMaintenance: true,
  },
  {
    name: '东京',
    names: { 'zh-TW': '東京', en: 'Tokyo' },
    region: 'JP',
    address: 'jp1.yuxian.example',
    port: 443,
    protocol: 'trojan',
    settings: { sni: 'jp1.yuxian.example' },
    suits: ['game'],
  },
  {
    name: '新加坡',
    names: { 'zh-TW': '新加坡', en: 'Singapore' },
    region: 'SG',
    address: 'sg1.yuxian.example',
    port: 20_000,
    protocol: 'shadowsocks',
    settings: { cipher: 'chacha20-ietf-poly1305' },
    capacity: 200,
  },
  {
    name: '洛杉矶 · 半价流量',
    names: { 'zh-TW': '洛杉磯 · 半價流量', en: 'Los Angeles · half rate' },
    region: 'US',
    address: 'us1.yuxian.example',
    port: 443,
    protocol: 'vless',
    settings: { security: 'tls' },
    ratePercent: 50,
    suits: ['saver'],
  },
  {
    name: '台北 · 专线',
    names: { 'zh-TW': '台北 · 專線', en: 'Taipei · leased line' },
    region: 'TW',
    address: 'tw1.yuxian.example',
    port: 443,
    protocol: 'vmess',
    settings: { security: 'tls', network: 'ws', path: '/line' },
    ratePercent: 200,
    capacity: 100,
    suits: ['game', 'video'],
  },
]

/** Seeds sample nodes once: what an operator changes or removes later stays changed. */
export async function seedNodes(db: Queryable): Promise<void> {
  const existing = await db.kysely.selectFrom('nodes').select('id').executeTakeFirst()
  if (existing) return
  const rows = SAMPLES.map((sample) => ({
    ratePercent: 100,
    capacity: 1000,
    suits: [],
    inMaintenance: false,
    ...sample,
    names: JSON.stringify(sample.names),
    settings: JSON.stringify(sample.settings),
    isDemo: true,
  }))
  await db.kysely.insertInto('nodes').values(rows).execute()
}

export async function findDemoNodes(db: Queryable): Promise<{ id: number; revision: number }[]> {
  return db.kysely
    .selectFrom('nodes')
    .select(['id', 'revision'])
    .where('isDemo', '=', true)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
}
