import type { ComponentProps, ReactNode } from 'react'

import css from './field.module.css'

export type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'name'> & {
  name: string
  label: string
  error?: string | undefined
  /** Help text under the field; stays visible while typing. */
  hint?: string
  /** Shown inside the field, at its end. */
  end?: ReactNode
}

/** Uncontrolled on purpose: keeps text typed before hydration or filled in by a password manager. */
export function Field({ name, label, error, hint, end, ...input }: FieldProps) {
  const noteId = `${name}-note`
  return (
    <div className={css.field}>
      <label className="soft" htmlFor={name}>
        {label}
      </label>
      <div className={css.box}>
        <input
          enterKeyHint={input.inputMode === 'numeric' ? 'done' : 'next'}
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
