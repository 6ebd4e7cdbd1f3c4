import { sql, type RawBuilder } from 'kysely'

import type { UserFilters, UserFilterName } from '../../../contract/console/users.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { dayOf, daysUntil } from '../../platform/text/business-day.ts'
import { firstPurchases, hasRenewed } from './purchases.ts'

export type UserFilter = Omit<UserFilters, 'sort' | 'cursor' | 'limit'>
export type SearchScope = {
  resellerId: number
  now: Date
  /** Of the business, whose days traffic is counted by. */
  timeZone: string
  /** Whether a part of an e-mail address finds its user. */
  seesMails: boolean
  /** What the search found; null: nothing was searched for. */
  found: readonly number[] | null
}
type Sql = RawBuilder<unknown>
type Conditions = Partial<Record<UserFilterName | 'bought' | 'renewed' | 'outage', Sql>>

/** The conditions of a list of users, over accounts `a` and their subscriptions `s`. */
export function userConditions(asked: SearchScope, filter: UserFilter): Sql {
  const { not = '', ids, ...given } = filter
  const turned = new Set(not.split(','))
  const conditions: Conditions = {
    ...stateConditions(asked, given),
    ...rangeConditions(asked, given),
    ...useConditions(asked, given),
    ...boughtConditions(asked, given),
  }
  return sql.join(
    [
      sql`a.reseller_id = ${asked.resellerId} and a.deleted_at is null`,
      ...(ids === undefined ? [] : [sql`a.id = any (${ids.split(',')}::bigint[])`]),
      ...Object.entries(conditions).map(([name, condition]) =>
        turned.has(name) ? sql`(${condition}) is not true` : condition,
      ),
      ...(asked.found === null ? [] : [sql`a.id = any (${asked.found}::bigint[])`]),
    ],
    sql` and `,
  )
}

export const isRunning = (now: Date) => sql`a.paused_at is null and (s.period = 'once' or s.expires_at > ${now})`

function stateConditions({ now }: SearchScope, { state, neverConnected, overQuota }: UserFilter): Conditions {
  const states: Record<NonNullable<UserFilter['state']>, Sql> = {
    active: isRunning(now),
    paused: sql`a.paused_at is not null and a.blocked_at is null`,
    blocked: sql`a.blocked_at is not null`,
    locked: sql`a.locked_at is not null`,
    leaving: sql`a.delete_after is not null`,
    expired: sql`a.paused_at is null and s.expires_at <= ${now}`,
    none: sql`a.paused_at is null and s.package_id is null and s.expires_at is null`,
  }
  return {
    ...(state ? { state: states[state] } : {}),
    ...(neverConnected
      ? {
          neverConnected: sql`${isRunning(now)} and not exists (
            select from traffic_firsts f where f.reseller_id = a.reseller_id and f.account_id = a.id)`,
        }
      : {}),
    ...(overQuota ? { overQuota: sql`s.total_bytes > 0 and s.used_bytes >= s.total_bytes and ${isRunning(now)}` } : {}),
  }
}

function rangeConditions({ now }: SearchScope, filter: UserFilter): Conditions {
  const { package: packageId, endsWithinDays, balanceFromFen, inviter, registeredFrom, registeredTo } = filter
  return {
    ...(packageId === undefined ? {} : { package: sql`s.package_id = ${packageId}` }),
    ...(endsWithinDays === undefined
      ? {}
      : {
          endsWithinDays: sql`s.expires_at > ${now} and s.expires_at <= ${new Date(now.getTime() + endsWithinDays * DAY_MS)}`,
        }),
    ...(balanceFromFen === undefined ? {} : { balanceFromFen: sql`m.balance_fen >= ${balanceFromFen}` }),
    ...(inviter === undefined ? {} : { inviter: sql`a.inviter_id = ${inviter}` }),
    ...(registeredFrom === undefined ? {} : { registeredFrom: sql`a.created_at >= ${new Date(registeredFrom)}` }),
    ...(registeredTo === undefined ? {} : { registeredTo: sql`a.created_at < ${new Date(registeredTo)}` }),
  }
}

/** Where users are, when they were last there, and with how many devices: each is a set of ids from its own index. */
function useConditions({ resellerId, now, timeZone }: SearchScope, filter: UserFilter): Conditions {
  const { node, seenWithinDays, devicesFrom, tag, outage } = filter
  const since = new Date(now.getTime() - limits.deviceSeenMs)
  return {
    ...(node === undefined
      ? {}
      : {
          node: sql`a.id in (select l.account_id from lines l
            where l.node_id = ${node} and l.reseller_id = ${resellerId} and l.state not in ('failed', 'removed'))`,
        }),
    ...(outage === undefined
      ? {}
      : {
          outage: sql`a.id in (select l.account_id from outage_nodes u join lines l on l.node_id = u.node_id
            where u.reseller_id = ${resellerId} and u.outage_id = ${outage} and l.reseller_id = ${resellerId}
              and l.state not in ('failed', 'removed'))`,
        }),
    ...(seenWithinDays === undefined
      ? {}
      : {
          seenWithinDays: sql`a.id in (select d.account_id from traffic_days d where d.reseller_id = ${resellerId}
            and d.day >= ${daysUntil(dayOf(now, timeZone), seenWithinDays)[0]}::date)`,
        }),
    ...(tag === undefined
      ? {}
      : {
          tag: sql`a.id in (select t.account_id from account_tags t where t.reseller_id = ${resellerId} and t.tag = ${tag})`,
        }),
    ...(devicesFrom === undefined
      ? {}
      : {
          devicesFrom: sql`a.id in (select i.account_id from line_addresses i
            where i.reseller_id = ${resellerId} and i.seen_at > ${since}
            group by i.account_id having count(distinct i.address) >= ${devicesFrom})`,
        }),
  }
}

/** Where no end of the days is asked for. */
const BEGINNING = new Date(0)

function boughtConditions({ resellerId, now }: SearchScope, filter: UserFilter): Conditions {
  const { boughtFrom, boughtTo, firstPackage: packageId, renewed } = filter
  const isAsked = boughtFrom !== undefined || boughtTo !== undefined || packageId !== undefined
  const from = boughtFrom === undefined ? BEGINNING : new Date(boughtFrom)
  const until = boughtTo === undefined ? new Date(now.getTime() + DAY_MS) : new Date(boughtTo)
  const first = { from, until, ...(packageId === undefined ? {} : { packageId }) }
  return {
    ...(isAsked
      ? { bought: sql`a.id in (select first.account_id from (${firstPurchases(resellerId, first)}) first)` }
      : {}),
    ...(renewed === undefined
      ? {}
      : { renewed: renewed ? hasRenewed(resellerId) : sql`not ${hasRenewed(resellerId)}` }),
  }
}
