import type { limitEffects } from '../../../contract/console/choices.ts'
import type { ResellerLimits } from '../../../contract/console/resellers.ts'

const GB = 1024 ** 3

export type LimitsDraft = { users: number | string; gb: number | string; atLimit: (typeof limitEffects)[number] }

export function limitsDraft(limits: ResellerLimits | null): LimitsDraft {
  return {
    users: limits?.usersMax ?? '',
    gb: limits?.trafficMaxBytes ? limits.trafficMaxBytes / GB : '',
    atLimit: limits?.atLimit ?? 'no_new_users',
  }
}

/** An empty field is no limit. */
export function limitsInput({ users, gb, atLimit }: LimitsDraft) {
  return {
    usersMax: users === '' ? null : Number(users),
    trafficMaxBytes: gb === '' ? null : Math.round(Number(gb) * GB),
    atLimit,
  }
}
