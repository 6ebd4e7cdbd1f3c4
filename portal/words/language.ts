import { addWordFiles, sayOf, setStanding, useSay, type WordFile } from '../../ui/words/word-store.ts'
import { useConfigState } from '../state/config.ts'
import type { Part, Translate } from './words.ts'

// Words of the entry and the public screens. The user area's words join with its code: user-words.ts.
addWordFiles(
  import.meta.glob<WordFile>(
    './{zh-cn,zh-tw,en}/{account,agent-pay,base,inner,login,monitor,monitor-login,online,paying,recover,register,user}.ts',
  ),
)

// Every text calls the balance what the brand calls it.
setStanding((base) => ({
  balance: base[useConfigState.getState().balanceName === '鱼币' ? 'coins' : 'balance'] ?? '',
}))
useConfigState.subscribe((now, before) => {
  if (now.balanceName !== before.balanceName) setStanding()
})

/** The portal's words with their own types: a missing key or value does not compile. */
export const useWords = useSay as unknown as <P extends Part>(part: P) => Translate<P>
export const wordsOf = sayOf as unknown as <P extends Part>(part: P) => Translate<P>
