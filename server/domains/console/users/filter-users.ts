import { sql, type RawBuilder } from 'kysely'

import type { UserFilters } from '../../../../contract/console/users.ts'

export type UserFilter = Omit<UserFilters, 'sort' | 'cursor' | 'limit'>
export type SearchScope = {
  resellerId: number
  now: Date
  /**
   * Whether the beginning of an e-mail address finds its user. Where addresses are masked, that would spell them out.
   */
  seesMails: boolean
}
type Sql = RawBuilder<unknown>

/** The most users that first letters may find; a vaguer search is cut there. */
const FOUND_MAX = 10_000

/** The conditions of a list of users, over accounts `a` and their subscriptions `s`. */
export function userConditions(asked: SearchScope, filter: UserFilter): Sql {
  return sql.join(
    [
      sql`a.reseller_id = ${asked.resellerId} and a.deleted_at is null`,
      ...stateConditions(asked, filter),
      ...rangeConditions(asked, filter),
      ...searchConditions(asked, filter.search?.trim() ?? ''),
    ],
    sql` and `,
  )
}

const isRunning = (now: Date) => sql`a.paused_at is null and (s.period = 'once' or s.expires_at > ${now})`

function stateConditions({ now }: SearchScope, { state, neverConnected, overQuota }: UserFilter): Sql[] {
  const states: Record<NonNullable<UserFilter['state']>, Sql> = {
    active: isRunning(now),
    paused: sql`a.paused_at is not null and a.blocked_at is null`,
    blocked: sql`a.blocked_at is not null`,
    locked: sql`a.locked_at is not null`,
    leaving: sql`a.delete_after is not null`,
    expired: sql`a.paused_at is null and s.expires_at <= ${now}`,
    none: sql`a.paused_at is null and s.package_id is null and s.expires_at is null`,
  }
  return [
    ...(state ? [states[state]] : []),
    ...(neverConnected
      ? [
          sql`${isRunning(now)} and not exists (
            select from traffic_firsts f where f.reseller_id = a.reseller_id and f.account_id = a.id)`,
        ]
      : []),
    ...(overQuota ? [sql`s.total_bytes > 0 and s.used_bytes >= s.total_bytes and ${isRunning(now)}`] : []),
  ]
}

function rangeConditions({ now }: SearchScope, filter: UserFilter): Sql[] {
  const { ids, package: packageId, endsWithinDays, balanceFromFen, inviter, registeredFrom, registeredTo } = filter
  return [
    ...(ids === undefined ? [] : [sql`a.id = any (${ids.split(',')}::bigint[])`]),
    ...(packageId === undefined ? [] : [sql`s.package_id = ${packageId}`]),
    ...(endsWithinDays === undefined
      ? []
      : [sql`s.expires_at > ${now} and s.expires_at <= ${new Date(now.getTime() + endsWithinDays * 86_400_000)}`]),
    ...(balanceFromFen === undefined ? [] : [sql`m.balance_fen >= ${balanceFromFen}`]),
    ...(inviter === undefined ? [] : [sql`a.inviter_id = ${inviter}`]),
    ...(registeredFrom === undefined ? [] : [sql`a.created_at >= ${new Date(registeredFrom)}`]),
    ...(registeredTo === undefined ? [] : [sql`a.created_at < ${new Date(registeredTo)}`]),
  ]
}

/** Searches by name, e-mail, id, invite code and line number, each with its own index. */
function searchConditions({ resellerId, seesMails }: SearchScope, text: string): Sql[] {
  if (text === '') return []
  const small = text.toLowerCase()
  const beginning = `${small.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const number = /^\d{1,15}$/.test(text) ? Number(text) : null
  const ways = [
    sql`(select f.id from accounts f where f.reseller_id = ${resellerId} and f.deleted_at is null
          and lower(f.user_name) like ${beginning} limit ${FOUND_MAX})`,
    sql`(select f.id from accounts f where f.reseller_id = ${resellerId} and f.deleted_at is null
          and f.email is not null and lower(f.email) like ${seesMails ? beginning : beginning.slice(0, -1)}
          limit ${FOUND_MAX})`,
    sql`(select f.id from accounts f where f.reseller_id = ${resellerId} and f.invite_code in (${text}, ${text.toUpperCase()}))`,
    ...(number === null
      ? []
      : [
          sql`(select f.id from accounts f where f.reseller_id = ${resellerId} and f.id = ${number})`,
          sql`(select l.account_id from lines l where l.reseller_id = ${resellerId} and l.number = ${number})`,
        ]),
  ]
  return [sql`a.id in (${sql.join(ways, sql` union all `)})`]
}
