import { readCardCode, readOldCode } from '../../../contract/card-code.ts'

export type TypedCodes = {
  /** Valid keys, each once, in the order of typing. */
  codes: string[]
  /** How many of them have a right check symbol; gift codes of other panels have none. */
  checkedCount: number
  /** Text that cannot be a key: a wrong, missing or swapped character. */
  wrong: { line: number; typed: string }[]
}

/** One key per line; lists pasted from a chat often use commas instead. */
export function readTypedCodes(text: string): TypedCodes {
  const codes = new Set<string>()
  const checked = new Set<string>()
  const wrong: TypedCodes['wrong'] = []
  for (const [at, line] of text.split('\n').entries()) {
    const parts = line.split(/[,，;；、]/).map((part) => part.trim())
    for (const typed of parts.filter((part) => part !== '')) {
      const own = readCardCode(typed)
      const code = own ?? readOldCode(typed)
      if (own !== null) checked.add(own)
      if (code === null) wrong.push({ line: at + 1, typed })
      else codes.add(code)
    }
  }
  return { codes: [...codes], checkedCount: checked.size, wrong }
}
