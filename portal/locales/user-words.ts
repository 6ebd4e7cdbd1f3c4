import { addWordFiles, type WordFile } from './language.ts'

// All there are; those the entry has already are the same files.
addWordFiles(import.meta.glob<WordFile>('./{zh-cn,zh-tw,en}/*.ts'))
