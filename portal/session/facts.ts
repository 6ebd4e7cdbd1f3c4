import type { Exchange } from '../../ui/http/exchange.ts'

/** An answer; `keeper.ts` knows which ones may be shown again without a network. */
export type Fact = {
  request: Exchange
  data: unknown
  /** Who was signed in both when it was asked and when it came; null for what everybody may know. */
  iuser: string | null
}

/** The first answers: they come before the code that keeps them, which loads after the page and not in every frame. */
const early: Fact[] = []
const EARLY_AT_MOST = 20
let keeper = (fact: Fact): void => void (early.length < EARLY_AT_MOST && early.push(fact))

export function keepFact(fact: Fact): void {
  keeper(fact)
}

/** Starts keeping facts; returns those that came earlier. */
export function keepBy(keep: (fact: Fact) => void): readonly Fact[] {
  keeper = keep
  return early.splice(0)
}
