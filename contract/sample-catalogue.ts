const GB = 1024 ** 3

export type SamplePeriod = 'month' | 'quarter' | 'half' | 'year' | 'once'
export type SamplePackage = {
  name: string
  note: string
  kind: 'plan' | 'pack'
  trafficBytes: number
  deviceLimit: number
  lineLimit: number
  speedClass: 'standard' | 'fast' | 'fastest'
  /** Key 0's price for each period; other resellers' prices are a share of it. */
  fen: Partial<Record<SamplePeriod, number>>
}

/** What a new sandbox sells. The demo shows the same at key 0's prices. */
export const sampleCatalogue: readonly SamplePackage[] = [
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

/** The platform pays for it, so that it costs a reseller of the sandbox nothing. */
export const sampleTrial = {
  name: '体验版',
  note: '先试试连得上、够不够快',
  kind: 'plan',
  trafficBytes: 5 * GB,
  deviceLimit: 1,
  lineLimit: 2,
  speedClass: 'standard',
  trialDays: 3,
  trialPaidBy: 'platform',
} as const

export const sampleCoupon = { code: 'WELCOME', percent: 10 } as const
