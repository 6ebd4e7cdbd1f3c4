import { limits } from '../../../../contract/limits.ts'

/**
 * Whether the lifeline `x` may be used by the account `a` of the reseller `r`. Whoever is blocked, locked or paused has
 * none, nor have users of a suspended reseller.
 */
export const MAY_USE_LIFELINE = `(x.used_bytes < ${limits.lifelineBytes} and r.has_lifelines and r.suspended_at is null
  and a.blocked_at is null and a.locked_at is null and a.paused_at is null and a.deleted_at is null)`

/** Whether the line `l` is one that the ending stopped. */
export const STOPPED_BY_ENDING = `(l.state = 'suspended' and l.reason in ('expired', 'quota'))`
