import type { ShownUser } from '../../../contract/console/user.ts'

/** A sale to a user without a plan, a gift to a user with one. The other of the two is among the actions. */
export function firstOffer({ state }: Pick<ShownUser, 'state'>): 'sell' | 'give' {
  return state === 'none' || state === 'expired' ? 'sell' : 'give'
}
