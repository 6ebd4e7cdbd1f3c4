/** What the three panels have in common: every table of theirs becomes one of these before anything looks at it. */

export const periods = ['month', 'quarter', 'half', 'year', 'twoYears', 'threeYears', 'once', 'reset'] as const
export type Period = (typeof periods)[number]

/** Money, to the cent. `isOdd`: the source has a value that is not a whole number of cents; it counts as 0. */
export type Money = { fen: bigint; isOdd: boolean }

export type PasswordKind = 'bcrypt' | 'md5' | 'sha256' | 'md5salt' | 'sha256salt' | 'none' | 'unknown'

export type SourceUser = {
  id: number
  email: string
  passwordKind: PasswordKind
  /** As the panel compares it, and its salt; for bcrypt the salt is the beginning of the digest. */
  digest: string
  salt: string | null
  balance: Money
  commission: Money
  inviterId: number | null
  planId: number | null
  groupId: number | null
  /** Unix seconds. 'never' only with a plan. */
  expiresAt: number | 'never' | null
  /** It was written in milliseconds. */
  endsInMs: boolean
  quotaBytes: bigint
  usedBytes: bigint
  uuid: string
  token: string
  hasOwnDiscount: boolean
  hasOwnCommission: boolean
  isBanned: boolean
  isStaff: boolean
  hasTelegram: boolean
  renewsItself: boolean
  /** Unix seconds. */
  createdAt: number | null
}

/** When a month's traffic starts again. */
export type ResetRule = 'site' | 'firstOfMonth' | 'expiryDay' | 'never' | 'january' | 'yearly'

export type SourcePlan = {
  id: number
  name: string
  groupId: number | null
  quotaGib: bigint
  prices: ReadonlyMap<Period, Money>
  /** Periods for which Xboard itself takes less than it shows. */
  chargedLess: readonly Period[]
  resetRule: ResetRule
  isShown: boolean
  isRenewable: boolean
  capacity: number | null
  deviceLimit: number | null
}

export type OrderState = 'open' | 'paid' | 'cancelled' | 'done' | 'usedUp' | 'unknown'
export type SourceOrder = {
  id: number
  userId: number | null
  state: OrderState
  isTopUp: boolean
  toPay: Money
  /** Taken from the balance when the order was made. */
  fromBalance: Money
  /** The inviter's commission that is not paid out yet. */
  pendingCommission: Money
}

export type SourceCoupon = {
  id: number
  code: string
  name: string
  percent: number | null
  amount: Money | null
  usesLeft: number | null
  planCount: number
  /** The one plan that it is for. */
  planId: number | null
  usesPerUser: number | null
  hasPeriods: boolean
  /** Switched off: nobody can use it. */
  isOff: boolean
  startsAt: number | null
  endsAt: number | null
  endsInMs: boolean
}

export type GiftKind = 'money' | 'days' | 'traffic' | 'reset' | 'plan' | 'mixed'
/** What a gift code gives. */
export type GiftWorth = {
  kind: GiftKind
  value: Money
  /** Of a plan, or of the one that the user has. 0 with a plan: without an end. */
  days: number
  bytes: bigint
  planId: number | null
  /** New users alone, some plans, some weeks: what we cannot ask. */
  hasConditions: boolean
}
export type SourceGift = {
  id: number
  code: string
  usesLeft: number
  startsAt: number | null
  endsAt: number | null
  endsInMs: boolean
  worth: GiftWorth
}
/** `key`: of no other gift code of the source, also where two tables number theirs alike. */
export type KeyedGift = SourceGift & { key: string }

export type SourceNode = {
  /** What agents know the node by: its type and number. */
  key: string
  type: string
  number: number | null
  id: number
  name: string
  address: string
  protocol: string
  /** Where clients connect: a number, or a range. */
  port: string
  /** Where the agent listens. */
  serverPort: number | null
  ratePercent: number | null
  groupIds: readonly number[]
  /** The node whose agent it shares. */
  parentId: number | null
  isShown: boolean
  /** Settings that we have no place for: it comes without them. */
  lacks: readonly string[]
  /** Those without which no client would connect: it does not come. */
  stops: readonly string[]
  settings: Record<string, unknown>
  realityPrivateKey: string | null
  /** The node's half of `settings.encryption`. */
  decryption: string | null
}

export type SourceText = {
  id: number
  kind: 'notice' | 'article'
  title: string
  body: string
  language: string
  isShown: boolean
  createdAt: number | null
}
export type SourceTicket = {
  id: number
  userId: number | null
  subject: string
  isOpen: boolean
  isWithdrawal: boolean
  createdAt: number | null
  changedAt: number | null
}
export type SourceMessage = { ticketId: number | null; userId: number | null; body: string; createdAt: number | null }
