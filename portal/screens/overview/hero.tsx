import type { UserInfo } from '../../../contract/accounts.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useFreeze } from '../../features/account/use-freeze.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useWords } from '../../words/language.ts'
import { HeroCard } from './hero-card.tsx'
import { heroViewOf } from './hero-view.ts'
import { TodayPlot } from './today-plot.tsx'
import { useHeroState } from './use-hero-state.ts'

/** Top card: which package, how long, how much is left. The water is as high as the remaining traffic. */
export function Hero({ info }: { info: UserInfo }) {
  const t = useWords('user')
  const hasScreen = useHasScreen()
  const state = useHeroState(info)
  const action = state.action && hasScreen(userPath(state.action.to)) ? state.action : null
  const { mutate } = useFreeze('resume', t('pauseUndone'))
  const undoPause = () => mutate(undefined, { onError: (error) => showMessage('error', failureText(error)) })
  return <HeroCard view={heroViewOf(info, { ...state, action }, t)} today={<TodayPlot />} onUndoPause={undoPause} />
}
