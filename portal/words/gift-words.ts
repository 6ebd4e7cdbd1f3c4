import { addWordFiles, type WordFile } from '../../ui/words/word-store.ts'

// Beside the entry's: most visitors who sign in have no gift.
addWordFiles(import.meta.glob<WordFile>('./{zh-cn,zh-tw,en}/gift.ts'))
