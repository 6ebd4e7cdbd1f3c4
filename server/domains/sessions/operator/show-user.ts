import type { Ctx } from '../../../platform/context.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { getSubscription } from '../../subscriptions/subscription-store.ts'
import { serviceState } from '../../subscriptions/subscription.ts'
import type { NamedUser } from './load-user.ts'
import { loadUserCard, type UserCard } from './queries.ts'

const MONEY = {
  balanceFen: 'user',
  commissionFen: 'commission',
  pendingFen: 'commission_pending',
  heldFen: 'hold',
} as const
export type ShownUser = UserCard & {
  service: string
  expiresAt: Date | null
  bankedSeconds: number
  usedBytes: number
  totalBytes: number
} & Record<keyof typeof MONEY, number>

/** One user for support: who it is, what runs until when, and what is in the books. */
export async function showUser(ctx: Pick<Ctx, 'db' | 'now'>, { id, resellerId }: NamedUser): Promise<ShownUser> {
  const owner = { resellerId, accountId: id }
  const card = await loadUserCard(ctx.db, owner)
  const subscription = await getSubscription(ctx, owner)
  const { expiresAt, bankedSeconds, usedBytes, totalBytes } = subscription
  const money: Record<string, number> = {}
  for (const [name, kind] of Object.entries(MONEY)) money[name] = await loadBalanceFen(ctx, { kind, ...owner })
  const service = { service: serviceState(subscription, ctx.now), expiresAt, bankedSeconds, usedBytes, totalBytes }
  return { ...card, ...service, ...(money as Record<keyof typeof MONEY, number>) }
}
