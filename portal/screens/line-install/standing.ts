import type { UserInfo } from '../../../contract/accounts.ts'
import type { Line } from '../../../contract/lines.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'

export type Standing = 'none' | 'paused' | 'expired' | 'full' | 'room'

/** Whether another line can be installed, and if not, why. */
export function standingOf({ package: held, state, lineLimit }: UserInfo, lineCount: number): Standing {
  if (held === null || state === 'none') return 'none'
  if (state !== 'active') return state
  return lineCount >= lineLimit ? 'full' : 'room'
}

/** Lines that take one of the package's places: failed lines and lines without a node do not. */
export function placedCount(lines: readonly Pick<Line, 'state' | 'reason'>[]): number {
  return lines.filter(({ state, reason }) => state !== 'failed' && reason !== 'node').length
}

export type Way = { to: string; label: string; isQuiet?: boolean }

/** Next steps for each standing, the main one first; only to screens that exist. */
export function useWaysOn(standing: Standing, lineCount: number): Way[] {
  const t = useWords('line-install')
  const hasScreen = useHasScreen()
  const canRenew = useKnownInfo((info) => info.buyable?.renew) ?? true
  const isBlocked = useKnownInfo((info) => info.blockedReason !== null)
  const packages = userPath('tcBuy')
  const lines = userPath('line_list')
  const ways: Record<Standing, Way[]> = {
    none: [{ to: packages, label: t('choosePackage') }],
    paused: [{ to: userPath('freeze_acc'), label: t('resume') }],
    expired: [{ to: packages, label: t(canRenew ? 'renew' : 'choosePackage') }],
    full: [
      { to: lines, label: t('manage') },
      { to: packages, label: t('upgrade') },
    ],
    // The moment needs a line: the tiles have its button.
    room: lineCount > 0 ? [{ to: lines, label: t('connect'), isQuiet: true }] : [],
  }
  // The server would refuse both buying and resuming.
  if (isBlocked) return []
  return ways[standing].filter(({ to }) => hasScreen(to))
}
