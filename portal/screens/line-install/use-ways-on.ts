import { useHasScreen } from '../../state/available-screens.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import { userPath } from '../../paths.ts'
import type { Standing } from './standing.ts'

type Way = { to: string; label: string }

/** Where each standing leads on to, the main way first; only to screens that exist. */
export function useWaysOn(standing: Standing, lineCount: number): Way[] {
  const t = useWords('line-install')
  const hasScreen = useHasScreen()
  const isBlocked = useKnownInfo((info) => info.blockedReason !== null)
  const packages = userPath('tcBuy')
  const lines = userPath('line_list')
  const ways: Record<Standing, Way[]> = {
    none: [{ to: packages, label: t('choosePackage') }],
    paused: [{ to: userPath('freeze_acc'), label: t('resume') }],
    expired: [{ to: packages, label: t('renew') }],
    full: [
      { to: lines, label: t('manage') },
      { to: packages, label: t('upgrade') },
    ],
    room: lineCount > 0 ? [{ to: lines, label: t('connect') }] : [],
  }
  // Neither buying nor resuming would be let through.
  if (isBlocked) return []
  return ways[standing].filter(({ to }) => hasScreen(to))
}
