import type { ListedUser } from '../../../contract/console/users.ts'
import { userLook, type UserFacts } from '../../../ui/components/user-look.ts'

export type KnownUser = UserFacts & Pick<ListedUser, 'hasConnected'>

/** What is said of a user: trouble first, then an end that is near, then a plan that was never used. */
export function userWord(user: KnownUser, nowMs: number) {
  const { tone, word, left, isEnding } = userLook(user, nowMs)
  if (word !== 'stateActive') return { tone, word, left: null }
  if (left && isEnding) return { tone: 'warn' as const, word, left }
  return user.hasConnected
    ? { tone, word, left: null }
    : { tone: 'warn' as const, word: 'stateNever' as const, left: null }
}
