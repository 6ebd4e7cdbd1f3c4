import type { ComponentProps, ReactNode } from 'react'

import css from './field.module.css'

export type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'name'> & {
  name: string
  label: string
  error?: string | undefined
  /** What is asked for, under the box: there while one types. */
  hint?: string
  /** Sits inside the box, at its end. */
  end?: ReactNode
}

/** Uncontrolled on purpose: what was typed before hydration, or filled in by a password manager, is kept. */
export function Field({ name, label, error, hint, end, ...input }: FieldProps) {
  const noteId = `${name}-note`
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
          aria-describedby={error || hint ? noteId : undefined}
        />
        {end}
      </div>
      {error ? (
        <p className={css.error} id={noteId} role="alert">
          {error}
        </p>
      ) : hint ? (
        <p className={css.hint} id={noteId}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
