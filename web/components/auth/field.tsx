import type { ComponentProps, ReactNode } from 'react'

import css from './field.module.css'

export type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'name'> & {
  name: string
  label: string
  error?: string | undefined
  /** Sits inside the box, at its end. */
  end?: ReactNode
}

/** Uncontrolled on purpose: what was typed before hydration, or filled in by a password manager, is kept. */
export function Field({ name, label, error, end, ...input }: FieldProps) {
  const errorId = `${name}-error`
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={name}>
        {label}
      </label>
      <div className={css.box}>
        <input
          {...input}
          id={name}
          name={name}
          className={css.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        {end}
      </div>
      {error ? (
        <p className={css.error} id={errorId} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
