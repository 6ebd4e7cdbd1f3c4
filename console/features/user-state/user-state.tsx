import type { ListedUser } from '../../../contract/console/users.ts'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { useWords } from '../../words/language.ts'

type Known = Pick<
  ListedUser,
  'state' | 'locked' | 'deleteAfter' | 'expiresAt' | 'usedBytes' | 'totalBytes' | 'hasConnected'
>

const DAY_MS = 86_400_000
const SOON_DAYS = 7

/** The most important fact about a user in one word: what blocks them now comes before what will. */
export function UserState({ user }: { user: Known }) {
  const t = useWords('users')
  const now = useNow()
  const [tone, word] = judge(user, now)
  return <StateWord tone={tone}>{word}</StateWord>

  function judge(one: Known, nowMs: number): [StateTone, string] {
    if (one.state === 'blocked') return ['bad', t('stateBlocked')]
    if (one.locked) return ['bad', t('stateLocked')]
    if (one.deleteAfter !== null) return ['warn', t('stateLeaving')]
    if (one.state === 'paused') return ['off', t('statePaused')]
    if (one.state === 'none') return ['off', t('stateNone')]
    if (one.state === 'expired') return ['off', t('stateExpired')]
    if (one.totalBytes > 0 && one.usedBytes >= one.totalBytes) return ['bad', t('stateQuota')]
    const days = one.expiresAt === null ? null : Math.floor((Date.parse(one.expiresAt) - nowMs) / DAY_MS)
    if (days !== null && days < SOON_DAYS) {
      return ['warn', days < 1 ? t('stateToday') : t('stateEnding', { count: days })]
    }
    return one.hasConnected ? ['good', t('stateActive')] : ['warn', t('stateNever')]
  }
}
