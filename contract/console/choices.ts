import type { Protocol } from '../node-settings.ts'
import type { Permission } from '../permissions.ts'

// What calls and screens choose between. Apart from the schemas, whose library the browser never loads.

export const overviewDays = [1, 7, 30, 90] as const

/** A package that ends within so many days is worth a word to its user. */
export const endingDays = 7

/** What a user's past is looked through by, and what its reader must be allowed. */
export const historyNeeds = {
  orders: 'orders.read',
  payments: 'orders.read',
  ledger: 'users.read',
  gifts: 'users.read',
  cards: 'cards.read',
  invited: 'invites.read',
  audit: 'audit.read',
} as const satisfies Record<string, Permission>

/** What moves a reseller's balance, to choose from. */
export const entryKinds = [
  'sale',
  'refund',
  'agent_payment',
  'card_batch',
  'card_void',
  'gift',
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

export const payeeMethods = ['alipay', 'wechat', 'bank'] as const

export const withdrawalStates = ['pending', 'paid', 'rejected'] as const

export const noticeStates = ['live', 'waiting', 'stopped', 'over', 'withdrawn'] as const

export const packageKinds = ['plan', 'pack'] as const

/** Slowest first. */
export const speedClasses = ['standard', 'fast', 'fastest'] as const

/** What a plan is sold for. */
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

/** Hours that the plots of a node go back. */
export const nodeHours = [1, 24, 168, 720] as const
export const resellerStates = ['waiting', 'online', 'offline', 'suspended'] as const

/** What happens when a reseller has reached a limit. */
export const limitEffects = ['no_new_users', 'stop_selling'] as const

export const jobStates = ['waiting', 'planned', 'running', 'retrying', 'failed'] as const

export const mailStates = ['queued', 'sent', 'failed'] as const
/** What the platform pays by hand. */
/** What commission was earned by, and what came onto a reseller's balance. */
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

/** How the operator changes a balance: through the bank account, or out of and into revenue. */
export const adjustmentWays = ['paid-in', 'paid-out', 'given', 'taken'] as const

/** Whom the platform tells something. */
export const platformReaders = ['users', 'resellers'] as const

/** Thresholds that may be set at the console, as the settings of the server call them. */
export const alertRules = [
  'nodeSilentS',
  'uniproxySilentS',
  'recoveryS',
  'paymentSuccessPercent',
  'paymentSuccessMin',
  'paymentUnsettledS',
  'diskFreePercent',
] as const
