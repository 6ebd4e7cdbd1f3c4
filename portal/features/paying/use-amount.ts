import { useState } from 'react'

import { formatFen } from '../../../contract/money.ts'
import { validate } from '../../../ui/forms/validate.ts'
import { useWords } from '../../words/language.ts'
import { type AmountBounds, amountRule, readYuan } from './amounts.ts'

type Options = { label: string; bounds: AmountBounds; first: number | null }

export type Amount = {
  /** Null when none is chosen or the typed text is no amount. */
  fen: number | null
  /** Text in the field for a custom amount; a preset empties it. */
  typed: string
  preset: number | null
  problem: string | undefined
  choose: (fen: number) => void
  type: (text: string) => void
  /** Shows an error if the amount is wrong. */
  check: () => void
}

/** An amount from a few presets or typed in yuan. */
export function useAmount({ label, bounds, first }: Options): Amount {
  const base = useWords('base')
  const [preset, setPreset] = useState(() => bounds.presetsFen.find((fen) => fen === first) ?? null)
  const isOwn = first !== null && preset === null && first >= bounds.minFen && first <= bounds.maxFen
  const [typed, setTyped] = useState(() => (isOwn ? formatFen(first) : ''))
  const [isChecked, setIsChecked] = useState(false)

  const typedFen = readYuan(typed)
  const rule = amountRule({ label, ...bounds, required: preset === null })
  const { amount: problem } = validate({ amount: rule }, { amount: typed }, base)
  const own = problem ? null : typedFen

  return {
    fen: preset ?? own,
    typed,
    preset,
    problem: isChecked ? problem : undefined,
    choose(fen) {
      setPreset(fen)
      setTyped('')
      setIsChecked(false)
    },
    type(text) {
      setPreset(null)
      setTyped(text)
      setIsChecked(false)
    },
    check: () => setIsChecked(true),
  }
}
