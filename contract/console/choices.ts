import type { Protocol } from '../node-settings.ts'
import type { Permission } from '../permissions.ts'

// Choices that calls and screens share. Kept out of the schema files, because the browser never loads their library.

export const overviewDays = [1, 7, 30, 90] as const

/** The most users that can be ticked at once. */
export const tickedMax = 2000

/** Remind users whose package ends within this many days. */
export const endingDays = 7

/** When the figures of a day can be told, by the clock of the business. */
export const summaryHours = { first: 12, last: 23, usual: 21 } as const

/** Users who bought for the first time are put together by these, over so many months. */
export const cohortKinds = ['month', 'package', 'inviter'] as const
export const cohortMonths = [3, 6, 12] as const

/** The largest bill of a provider that is read. */
export const BILL_MAX_BYTES = 10 * 1024 ** 2

/** Sections of a user's history, with the permission that each needs. */
export const historyNeeds = {
  orders: 'orders.read',
  payments: 'orders.read',
  ledger: 'users.read',
  gifts: 'users.read',
  cards: 'cards.read',
  invited: 'invites.read',
  audit: 'audit.read',
} as const satisfies Record<string, Permission>

/** What a user's timeline tells apart. */
export const timelineKinds = ['paid', 'moved', 'wrote', 'connected', 'helped'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** The kinds of entries of a reseller's balance, for the filter. */
export const entryKinds = [
  'sale',
  'refund',
  'agent_payment',
  'card_batch',
  'card_void',
  'gift',
  'gift_sale',
  'bulk_hold',
  'bulk_release',
  'withdraw_paid',
  'payout_hold',
  'payout_back',
  'waiver',
  'unclaimed_paid',
  'adjustment',
  'reversal',
] as const

export const giftLinkStates = ['open', 'used', 'returned'] as const

export const payeeMethods = ['alipay', 'wechat', 'bank'] as const

export const withdrawalStates = ['pending', 'paid', 'rejected'] as const

export const noticeStates = ['live', 'waiting', 'stopped', 'over', 'withdrawn'] as const

export const packageKinds = ['plan', 'pack'] as const

/** From slowest to fastest. */
export const speedClasses = ['standard', 'fast', 'fastest'] as const

/** The periods that a plan is sold for. */
export const planPeriods = ['month', 'quarter', 'half', 'year', 'once'] as const

export const nodeProtocols = [
  'vless',
  'vmess',
  'trojan',
  'shadowsocks',
  'hysteria2',
  'tuic',
  'anytls',
] as const satisfies readonly Protocol[]

export const nodeSuits = ['game', 'video', 'saver'] as const

/** Time ranges of a node's plots, in hours. */
export const nodeHours = [1, 24, 168, 720] as const
export const resellerStates = ['waiting', 'online', 'offline', 'suspended'] as const

/** What happens when a reseller reaches a limit. */
export const limitEffects = ['no_new_users', 'stop_selling'] as const

export const jobStates = ['waiting', 'planned', 'running', 'retrying', 'failed'] as const

export const mailStates = ['queued', 'sent', 'failed'] as const
/** How the sales behind a commission were paid, and how money came onto a reseller's balance. */
export const moneySources = [
  'platform_merchant',
  'own_merchant',
  'balance',
  'sales',
  'top_ups',
  'withdrawals',
  'other',
] as const
export const payoutKinds = ['payout', 'withdrawal'] as const
export const payoutStates = ['open', 'paid', 'rejected'] as const

/** How the operator changes a balance: through the bank account, or from and to revenue. */
export const adjustmentWays = ['paid-in', 'paid-out', 'given', 'taken'] as const

/** The audiences of the platform's notices. */
export const platformReaders = ['users', 'resellers'] as const

/** What the bell tells a team, and the permission that a member needs to hear it. `word` rings on the platform only. */
export const bellKinds = {
  order: 'orders.read',
  refund: 'orders.read',
  payout: 'money.read',
  balance: 'money.read',
  incident: 'overview.read',
  approved: 'overview.read',
  answer: 'overview.read',
  webhook: 'webhooks.write',
  word: 'resellers.read',
} as const satisfies Record<string, Permission>
export type BellKind = keyof typeof bellKinds

/** Thresholds that the console can set, named as in the server's settings. */
export const alertRules = [
  'nodeSilentS',
  'uniproxySilentS',
  'recoveryS',
  'paymentSuccessPercent',
  'paymentSuccessMin',
  'paymentUnsettledS',
  'ticketWaitH',
  'diskFreePercent',
] as const
