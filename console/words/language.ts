import { addWordFiles, sayOf, useSay, type WordFile } from '../../ui/words/word-store.ts'
import type { Part, Translate } from './words.ts'

addWordFiles(import.meta.glob<WordFile>('./{zh-cn,zh-tw,en}/*.ts'))
// What the server says in the same words.
addWordFiles(import.meta.glob<WordFile>('./{zh-cn,zh-tw,en}/*.ts', { base: '../../contract/words' }))

/** The console's words, typed by its own tables: a missing key or value does not compile. */
export const useWords = useSay as unknown as <P extends Part>(part: P) => Translate<P>
export const wordsOf = sayOf as unknown as <P extends Part>(part: P) => Translate<P>
