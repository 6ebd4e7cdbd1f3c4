import type { ListedUser } from '../../../contract/console/users.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { leftText, userLook, type UserFacts } from '../../../ui/components/user-look.ts'
import { useWords } from '../../words/language.ts'

type Known = UserFacts & Pick<ListedUser, 'hasConnected'>

/** The most important fact about a user in one word. A good user who never connected is worth a word. */
export function UserState({ user }: { user: Known }) {
  const t = useWords('states')
  const { tone, word, left, isEnding } = userLook(user, useNow())
  if (word !== 'stateActive') return <StateWord tone={tone}>{t(word)}</StateWord>
  if (left && isEnding) return <StateWord tone="warn">{leftText(left, t)}</StateWord>
  return user.hasConnected ? (
    <StateWord tone={tone}>{t(word)}</StateWord>
  ) : (
    <StateWord tone="warn">{t('stateNever')}</StateWord>
  )
}
