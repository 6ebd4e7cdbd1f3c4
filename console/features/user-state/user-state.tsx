import { StateWord } from '../../../ui/components/state-word.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { leftText } from '../../../ui/components/user-look.ts'
import { useWords } from '../../words/language.ts'
import { type KnownUser, userWord } from './user-word.ts'

/** The most important fact about a user in one word. A good user who never connected is worth a word. */
export function UserState({ user }: { user: KnownUser }) {
  const t = useWords('states')
  const { tone, word, left } = userWord(user, useNow())
  return <StateWord tone={tone}>{left ? leftText(left, t) : t(word)}</StateWord>
}
