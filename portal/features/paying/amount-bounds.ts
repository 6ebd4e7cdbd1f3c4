import { limits } from '../../../contract/limits.ts'

export type AmountBounds = {
  minFen: number
  maxFen: number
  presetsFen: readonly number[]
  /** Both ends in yuan, for a sentence. */
  words: { min: string; max: string }
}

export const topUpBounds = bounds(limits.topUpMaxFen, [1000, 3000, 5000, 10_000, 20_000, 50_000])
export const agentPayBounds = bounds(limits.agentPayMaxFen, [10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000])

/** An operator may have moved the ends past some presets. */
function bounds(maxFen: number, presetsFen: readonly number[]): AmountBounds {
  const minFen = limits.payMinFen
  const yuan = (fen: number) => (fen / 100).toLocaleString('en-US')
  return {
    minFen,
    maxFen,
    presetsFen: presetsFen.filter((fen) => fen >= minFen && fen <= maxFen),
    words: { min: yuan(minFen), max: yuan(maxFen) },
  }
}
