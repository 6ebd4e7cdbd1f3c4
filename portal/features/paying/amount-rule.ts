import type { Rule } from '../../../ui/forms/validate.ts'
import { readYuan } from './read-yuan.ts'

type Options = { label: string; minFen: number; maxFen: number; required?: boolean }

/** A field for yuan: what is judged is the amount that was meant, however it was typed. */
export function amountRule({ label, minFen, maxFen, required = true }: Options): Rule {
  return { label, required, type: 'number', read: inYuan, min: minFen / 100, max: maxFen / 100 }
}

function inYuan(text: string): number | null {
  const fen = readYuan(text)
  return fen === null ? null : fen / 100
}
