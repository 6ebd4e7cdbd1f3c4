import { useId } from 'react'

import css from './segments.module.css'

type Option<V extends string> = { value: V; label: string; note?: string | undefined }
type Props<V extends string> = {
  label: string
  options: readonly Option<V>[]
  /** Null: none is chosen yet. */
  value: V | null
  onChange: (value: V) => void
}

/** Picks one of a few, side by side. Radio buttons, because arrow keys and screen readers support them. */
export function Segments<V extends string>({ label, options, value, onChange }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={css.box}>
      <legend className={css.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.segment} data-chosen={option.value === value}>
          <input
            type="radio"
            className={css.radio}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          {option.note ? <span className={css.note}>{option.note}</span> : null}
        </label>
      ))}
    </fieldset>
  )
}
