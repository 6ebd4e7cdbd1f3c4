import type { UserInfo } from '../../../contract/accounts.ts'
import { useNow } from '../../../ui/components/use-now.ts'
import { useWords } from '../../words/language.ts'
import { type HeroState, heroStateOf } from './hero-state.ts'

export function useHeroState(info: UserInfo): HeroState {
  const t = useWords('user')
  return heroStateOf(info, useNow(), t)
}
