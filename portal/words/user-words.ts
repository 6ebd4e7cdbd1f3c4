import { addWordFiles, type WordFile } from '../../ui/words/word-store.ts'

// All there are; those the entry has already are the same files.
addWordFiles(import.meta.glob<WordFile>('./{zh-cn,zh-tw,en}/*.ts'))
