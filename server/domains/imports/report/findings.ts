import { findingCodes, namesEach, needsLook, saysOf, type FindingCode } from './finding-texts.ts'

export type Finding = {
  code: FindingCode
  count: number
  /** Somebody must look before anything is moved. */
  needsLook: boolean
  says: string
  becomes: string
  sumFen: bigint | null
  /** The first few numbers of rows, or names of settings. */
  examples: readonly string[]
}

const EXAMPLES_MAX = 5
/** Where each must be found by a person; a hostile file has more. */
const EACH_MAX = 1000
const EXAMPLE_MAX_LENGTH = 80

/** What does not fit, gathered row by row: a count, a sum and a few examples of each kind, whatever the source's size. */
export class Findings {
  readonly #found = new Map<FindingCode, { count: number; sumFen: bigint | null; examples: string[] }>()

  add(code: FindingCode, example: string | number | null, fen?: bigint): void {
    const max = namesEach.has(code) ? EACH_MAX : EXAMPLES_MAX
    const found = this.#found.get(code) ?? { count: 0, sumFen: null, examples: [] }
    found.count++
    if (fen !== undefined) found.sumFen = (found.sumFen ?? 0n) + fen
    const text = example === null ? null : String(example).slice(0, EXAMPLE_MAX_LENGTH)
    if (text !== null && found.examples.length < max && !found.examples.includes(text)) found.examples.push(text)
    this.#found.set(code, found)
  }

  /** For what was counted elsewhere. */
  addMany(code: FindingCode, count: number, examples: readonly string[] = []): void {
    if (count === 0) return
    this.add(code, null)
    const found = this.#found.get(code)!
    found.count += count - 1
    found.examples.push(...examples.slice(0, EXAMPLES_MAX).map((example) => example.slice(0, EXAMPLE_MAX_LENGTH)))
  }

  list(): Finding[] {
    return findingCodes.flatMap((code) => {
      const found = this.#found.get(code)
      return found ? [{ code, ...found, needsLook: needsLook.has(code), ...saysOf(code) }] : []
    })
  }
}
