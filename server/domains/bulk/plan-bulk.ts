import { giftStandings, type BulkSelection, type BulkWork, type GiftStanding } from '../../../contract/console/bulk.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { inTx, may, type Ctx, type StaffCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { readByIndex } from '../../platform/db/read-by-index.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { findTagged, refuseNewTags } from '../accounts/tags.ts'
import { priceGift, type GiftWish } from '../gifts/price-gift.ts'
import { askedBy } from '../users/list-users.ts'
import { findPeople, type Person } from './queries.ts'

export const BULK_MAX = 50_000

/** The users included, each with a price, and the users left out, with the reasons. */
export type BulkPlan = {
  people: (Person & { pricedFen: number })[]
  leftOut: { accountId: number; reason: string }[]
  skipped: { reason: string; people: number }[]
  standings: { standing: GiftStanding; people: number; costFen: number; included: boolean }[]
  costFen: number
}
type Judge = (person: Person) => Promise<{ pricedFen: number } | { reason: string }>

/** Without a word about it, a gift starts nobody's ended package again. */
const USUAL: readonly GiftStanding[] = ['active', 'paused']
export type BulkWish = { selection: BulkSelection; work: BulkWork; standings?: readonly GiftStanding[] }

export function planBulk(ctx: StaffCtx, { selection, work, standings = USUAL }: BulkWish): Promise<BulkPlan> {
  refuseWithoutPermission(ctx, work.kind)
  return inTx(ctx, async (tx) => {
    await readByIndex(tx.db)
    const found = await findPeople(tx.db, await askedBy(tx, selection.search), selection, BULK_MAX + 1)
    if (found.length === 0) fail('bulk.empty')
    if (found.length > BULK_MAX) fail('bulk.too_many')
    const judge = await judgeOf(tx, work)
    const isGift = work.kind === 'days' || work.kind === 'traffic'
    const priced: BulkPlan['people'] = []
    const leftOut: BulkPlan['leftOut'] = []
    for (const person of found) {
      const verdict = await judge(person)
      if ('reason' in verdict) leftOut.push({ accountId: person.accountId, reason: verdict.reason })
      else priced.push({ ...person, pricedFen: verdict.pricedFen })
    }
    const reasons = Map.groupBy(leftOut, ({ reason }) => reason)
    const people = isGift ? priced.filter(({ reach }) => standings.includes(reach)) : priced
    return {
      people,
      leftOut,
      skipped: [...reasons].map(([reason, those]) => ({ reason, people: those.length })),
      standings: isGift ? splitBy(standings, priced) : [],
      costFen: costOf(people),
    }
  })
}

const costOf = (people: readonly { pricedFen: number }[]) => people.reduce((sum, { pricedFen }) => sum + pricedFen, 0)

function splitBy(chosen: readonly GiftStanding[], priced: BulkPlan['people']): BulkPlan['standings'] {
  return giftStandings.flatMap((standing) => {
    const people = priced.filter(({ reach }) => reach === standing)
    if (people.length === 0) return []
    return [{ standing, people: people.length, costFen: costOf(people), included: chosen.includes(standing) }]
  })
}

/** Bulk work needs the same permission as its action for a single user. */
export function refuseWithoutPermission(ctx: StaffCtx, kind: BulkWork['kind']): void {
  if (!may(ctx, NEEDED[kind])) fail('staff.forbidden')
}

const NEEDED = {
  days: 'users.give',
  traffic: 'users.give',
  notice: 'notices.write',
  block: 'users.write',
  unblock: 'users.write',
  tag: 'users.help',
  untag: 'users.help',
} as const satisfies Record<BulkWork['kind'], Permission>

async function judgeOf(tx: StaffCtx & { db: Tx }, work: BulkWork): Promise<Judge> {
  switch (work.kind) {
    case 'notice':
      return async () => ({ pricedFen: 0 })
    case 'block':
    case 'unblock':
      return async ({ isBlocked, ownsAgency }) => {
        if (isBlocked === (work.kind === 'block'))
          return { reason: isBlocked ? 'freeze.wrong_state' : 'bulk.not_blocked' }
        return ownsAgency && tx.actor.resellerId !== null ? { reason: 'staff.operator_only' } : { pricedFen: 0 }
      }
    case 'tag':
      await refuseNewTags(tx.db, tx.resellerId, [work.tag])
      return judgeTag(tx, work)
    case 'untag':
      return judgeTag(tx, work)
    case 'days':
    case 'traffic':
      return priceOnce(tx, tx.resellerId, work)
  }
}

async function judgeTag(
  tx: StaffCtx & { db: Tx },
  { kind, tag }: { kind: 'tag' | 'untag'; tag: string },
): Promise<Judge> {
  const tagged = await findTagged(tx.db, tx.resellerId, tag)
  return async ({ accountId }) => {
    const { count = 0, hasTag = false } = tagged.get(accountId) ?? {}
    if (hasTag === (kind === 'tag')) return { reason: hasTag ? 'bulk.has_tag' : 'bulk.has_no_tag' }
    return kind === 'tag' && count >= staffLimits.tagsPerUser ? { reason: 'bulk.tags_full' } : { pricedFen: 0 }
  }
}

/** Users with the same package and standing pay the same, so the price of a single gift is asked once per group. */
function priceOnce(ctx: Pick<Ctx, 'db' | 'now' | 'config'>, resellerId: number, wish: GiftWish): Judge {
  const known = new Map<string, { pricedFen: number } | { reason: string }>()
  return async ({ accountId, packageId, standing }) => {
    const key = `${packageId}:${standing}`
    const verdict = known.get(key) ?? (await priceFor({ resellerId, accountId }))
    known.set(key, verdict)
    return verdict
  }
  async function priceFor(owner: { resellerId: number; accountId: number }) {
    try {
      return { pricedFen: (await priceGift(ctx, owner, wish)).costFen }
    } catch (error) {
      if (error instanceof Refusal) return { reason: error.code }
      throw error
    }
  }
}
