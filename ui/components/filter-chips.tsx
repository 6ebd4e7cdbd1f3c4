import { type ReactNode, useId } from 'react'

import css from './filter-chips.module.css'

type Option<V extends string> = { value: V; label: string; count?: number; sign?: ReactNode }
type Props<V extends string> = {
  label: string
  options: readonly Option<V>[]
  value: V
  onChange: (value: V) => void
}

/** Picks one of many in a row that scrolls sideways. Uses radio buttons, as Segments does. */
export function FilterChips<V extends string>({ label, options, value, onChange }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={css.row}>
      <legend className={css.hidden}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.chip} data-chosen={option.value === value}>
          <input
            type="radio"
            className={css.hidden}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.sign}
          <span>{option.label}</span>
          {option.count === undefined ? null : <span className={css.count}>{option.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
