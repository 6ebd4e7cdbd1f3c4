import type { UserInfo } from '../../contract/accounts.ts'
import { useUserState } from './user.ts'

/** What screens show about the user: a lost answer must not look like a balance of 0. Null while nothing is known. */
export function useKnownInfo<T>(select: (info: UserInfo) => T): T | null {
  return useUserState(({ knownInfo }) => knownInfo && select(knownInfo))
}
