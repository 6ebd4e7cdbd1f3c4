import { limits } from '../../../contract/limits.ts'
import type { Rule } from '../../../ui/forms/validate.ts'

export type AmountBounds = {
  minFen: number
  maxFen: number
  presetsFen: readonly number[]
  /** Both bounds in yuan, for a sentence. */
  words: { min: string; max: string }
}

export const topUpBounds = bounds(limits.topUpMaxFen, [1000, 3000, 5000, 10_000, 20_000, 50_000])
export const agentPayBounds = bounds(limits.agentPayMaxFen, [10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000])

/** An operator's bounds may exclude some presets. */
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

type Options = { label: string; minFen: number; maxFen: number; required?: boolean }

/** A field for yuan: checks the intended amount, however it was typed. */
export function amountRule({ label, minFen, maxFen, required = true }: Options): Rule {
  return { label, required, type: 'number', read: inYuan, min: minFen / 100, max: maxFen / 100 }
}

function inYuan(text: string): number | null {
  const fen = readYuan(text)
  return fen === null ? null : fen / 100
}

/** Typed yuan in fen; null when it is no amount. Also accepts full-width digits, a ¥ and commas. */
export function readYuan(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/[¥,\s]/g, '')
  const [, whole, cents = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}
