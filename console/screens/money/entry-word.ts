import { entryKinds } from '../../../contract/console/choices.ts'
import type { Translate } from '../../words/words.ts'

/** The name of a balance entry's kind. */
export function entryWord(t: Translate<'money'>, kind: string): string {
  const known = entryKinds.find((one) => one === kind)
  return t(known ?? 'otherEntry')
}
