import { useState } from 'react'

import { Glyph } from '../glyph.tsx'
import { Field, type FieldProps } from './field.tsx'
import css from './password-field.module.css'

type Props = Omit<FieldProps, 'end' | 'type'> & { showLabel: string; hideLabel: string }

export function PasswordField({ showLabel, hideLabel, ...field }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      enterKeyHint="go"
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          className={css.eye}
          aria-label={shown ? hideLabel : showLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Glyph name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}
