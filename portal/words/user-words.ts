import { addWordFiles, type WordFile } from '../../ui/words/word-store.ts'

// All word files; those already in the entry are the same files.
addWordFiles(import.meta.glob<WordFile>('./{zh-cn,zh-tw,en}/*.ts'))
