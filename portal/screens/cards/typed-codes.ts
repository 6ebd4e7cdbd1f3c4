import { readCardCode, readOldCode } from '../../../contract/card-code.ts'

export type TypedCodes = {
  /** Valid keys, each once, in the order of typing. */
  codes: string[]
  /** Text that cannot be a key: a wrong, missing or swapped character. */
  wrong: { line: number; typed: string }[]
}

/** One key per line; lists pasted from a chat often use commas instead. */
export function readTypedCodes(text: string): TypedCodes {
  const codes = new Set<string>()
  const wrong: TypedCodes['wrong'] = []
  for (const [at, line] of text.split('\n').entries()) {
    const parts = line.split(/[,，;；、]/).map((part) => part.trim())
    for (const typed of parts.filter((part) => part !== '')) {
      const code = readCardCode(typed) ?? readOldCode(typed)
      if (code === null) wrong.push({ line: at + 1, typed })
      else codes.add(code)
    }
  }
  return { codes: [...codes], wrong }
}
