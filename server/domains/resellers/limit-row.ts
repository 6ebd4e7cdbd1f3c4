export type AtLimit = 'no_new_users' | 'stop_selling'

export type LimitWish = { usersMax: number | null; trafficMaxBytes: number | null; atLimit: AtLimit }

export type Use = { usersCount: number; trafficBytes: number }

export type LimitRow = LimitWish & Use & { resellerId: number; month: string; checkedAt: Date }

/** `month` is text, because a day has no time zone. */
export const LIMITS = `l.reseller_id, l.users_max, l.traffic_max_bytes, l.at_limit, l.users_count, l.traffic_bytes, l.checked_at`
