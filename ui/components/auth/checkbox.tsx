import type { ReactNode } from 'react'

import { Glyph } from '../glyph.tsx'
import css from './checkbox.module.css'

type Props = { name: string; label: ReactNode; defaultChecked?: boolean; error?: string | undefined }

export function Checkbox({ name, label, defaultChecked, error }: Props) {
  const errorId = `${name}-error`
  return (
    <div>
      <label className={css.row}>
        <input
          type="checkbox"
          className={css.input}
          name={name}
          defaultChecked={defaultChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span className={css.box} aria-hidden="true">
          <Glyph name="check" size={16} />
        </span>
        <span>{label}</span>
      </label>
      {error ? (
        <p className={css.error} id={errorId} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
