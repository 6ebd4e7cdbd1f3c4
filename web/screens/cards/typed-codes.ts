import { readCardCode } from '../../../contract/card-code.ts'

export type TypedCodes = {
  /** Well-formed keys, each once, in the order they were typed. */
  codes: string[]
  /** What cannot be a key: a wrong, missing or swapped character. */
  wrong: { line: number; typed: string }[]
}

/** One key per line; lists pasted from a chat often have commas instead. */
export function readTypedCodes(text: string): TypedCodes {
  const codes = new Set<string>()
  const wrong: TypedCodes['wrong'] = []
  const parts = text
    .split(/[\n,，;；、]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  for (const [at, typed] of parts.entries()) {
    const code = readCardCode(typed)
    if (code === null) wrong.push({ line: at + 1, typed })
    else codes.add(code)
  }
  return { codes: [...codes], wrong }
}
