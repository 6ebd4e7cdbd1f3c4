import { addWordFiles, sayOf, setStanding, useSay, type WordFile } from '../../ui/words/word-store.ts'
import { useConfigState } from '../state/config.ts'
import type { Part, Translate } from './words.ts'

// What the entry and the public screens say. The words of the user area join when its code comes: user-words.ts.
addWordFiles(
  import.meta.glob<WordFile>(
    './{zh-cn,zh-tw,en}/{account,agent-pay,base,inner,lines,login,monitor,monitor-login,online,paying,recover,register,user}.ts',
  ),
)

// A balance is called what the brand calls it, in every text.
setStanding((base) => ({
  balance: base[useConfigState.getState().balanceName === '鱼币' ? 'coins' : 'balance'] ?? '',
}))
useConfigState.subscribe((now, before) => {
  if (now.balanceName !== before.balanceName) setStanding()
})

/** The portal's words with the types of its own tables: a missing key or value does not compile. */
export const useWords = useSay as unknown as <P extends Part>(part: P) => Translate<P>
export const wordsOf = sayOf as unknown as <P extends Part>(part: P) => Translate<P>
