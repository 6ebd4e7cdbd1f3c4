import { entryKinds } from '../../../contract/console/choices.ts'
import type { Translate } from '../../words/words.ts'

/** What moved the balance, in a word. */
export function entryWord(t: Translate<'money'>, kind: string): string {
  const known = entryKinds.find((one) => one === kind)
  return t(known ?? 'otherEntry')
}
