import { formatBytes } from '../../contract/bytes.ts'
import { changeLimits } from '../domains/console/resellers/limits/change-limits.ts'
import { isFull, loadLimits, type LimitRow } from '../domains/resellers/limits.ts'
import { getSellingTerms } from '../domains/resellers/selling-terms.ts'
import { command, UsageError, type Outcome } from './command.ts'

const RESELLER = { reseller: { kind: 'number', help: 'key of the reseller', isRequired: true } } as const
const GB = 1024 ** 3
const EFFECTS = { 'no-new-users': 'no_new_users', 'stop-selling': 'stop_selling' } as const

export const limitCommands = [
  command({
    name: 'limits show',
    summary: 'How large a reseller may become, and how large it is',
    options: RESELLER,
    async run(ctx, { reseller }) {
      await getSellingTerms(ctx, reseller)
      return told(reseller, await loadLimits(ctx, reseller))
    },
  }),
  command({
    name: 'limits set',
    summary: 'Users and traffic of a month; at either, nobody new, or no sale but renewals',
    options: {
      ...RESELLER,
      users: { kind: 'number', help: 'accounts that are neither deleted nor leaving; without it no limit' },
      gb: { kind: 'number', help: 'traffic of a month, up and down together; without it no limit' },
      at: { kind: 'text', help: 'no-new-users (default) or stop-selling' },
      none: { kind: 'flag', help: 'no limit any more' },
    },
    async run(ctx, { reseller, users, gb, at, none }) {
      if (none !== (users === null && gb === null)) throw new UsageError('either --users and --gb, or --none')
      const atLimit = EFFECTS[(at ?? 'no-new-users') as keyof typeof EFFECTS]
      if (!atLimit) throw new UsageError(`--at is one of ${Object.keys(EFFECTS).join(', ')}`)
      const wish = { usersMax: users, trafficMaxBytes: gb === null ? null : gb * GB, atLimit }
      return told(reseller, await changeLimits(ctx, reseller, wish, ctx.actor))
    },
  }),
]

function told(reseller: number, limits: LimitRow | null): Outcome {
  if (!limits) return { lines: [`Reseller ${reseller} has no limit.`], data: { limits: null } }
  const { usersMax, usersCount, trafficMaxBytes, trafficBytes, atLimit } = limits
  const ofUsers = usersMax === null ? 'no limit' : `of ${usersMax}`
  const ofBytes = trafficMaxBytes === null ? 'no limit' : `of ${formatBytes(trafficMaxBytes)}`
  const effect = atLimit === 'stop_selling' ? 'only renewals are sold' : 'nobody new may register'
  const lines = [
    `Reseller ${reseller}: ${usersCount} users (${ofUsers}), ${formatBytes(trafficBytes)} this month (${ofBytes}).`,
    isFull(limits) ? `The limit is reached: ${effect}.` : `At the limit ${effect}.`,
  ]
  return { lines, data: { limits: { ...limits, isFull: isFull(limits) } } }
}
