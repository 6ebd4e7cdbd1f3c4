import { useState } from 'react'

import { validate } from '../../../ui/forms/validate.ts'
import { useWords } from '../../words/language.ts'
import { type AmountBounds, amountRule, readYuan } from './amounts.ts'

type Options = { label: string; bounds: AmountBounds; first: number | null }

export type Amount = {
  /** Null while none is chosen or what was typed is none. */
  fen: number | null
  /** What stands in the field for one's own amount; a preset leaves it empty. */
  typed: string
  preset: number | null
  problem: string | undefined
  choose: (fen: number) => void
  type: (text: string) => void
  /** Shows what is wrong, if anything is. */
  check: () => void
}

/** An amount of money from a few presets or typed in yuan. */
export function useAmount({ label, bounds, first }: Options): Amount {
  const base = useWords('base')
  const [preset, setPreset] = useState(() => bounds.presetsFen.find((fen) => fen === first) ?? null)
  const [typed, setTyped] = useState('')
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
