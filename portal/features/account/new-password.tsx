import { useEffect, useRef, useState } from 'react'

import { PasswordField } from '../../../ui/components/auth/password-field.tsx'
import { passwordStrength, type Strength, strengths } from '../../../ui/forms/password-strength.ts'
import { useLimits } from '../../../ui/forms/prerendered.ts'
import { useWords } from '../../words/language.ts'
import css from './strength-meter.module.css'

type Props = {
  name?: string
  label: string
  error?: string | undefined
  autoFocus?: boolean
  /**
   * Name of the signed-in user; without it the form's own account field counts. A password made of the name is weak.
   */
  userName?: string
}

/** A field for a new password, with its strength. */
export function NewPassword({ name = 'newPass', label, error, autoFocus = false, userName }: Props) {
  const t = useWords('account')
  const inputRef = useRef<HTMLInputElement>(null)
  const [strength, setStrength] = useState<Strength | null>(null)

  function weigh(): void {
    const input = inputRef.current
    if (!input) return
    const typed = input.form?.elements.namedItem('userName')
    const owner = userName ?? (typed instanceof HTMLInputElement ? typed.value.trim() : '')
    setStrength(input.value === '' ? null : passwordStrength(input.value, owner))
  }

  // Rates what was typed before the script loaded.
  useEffect(weigh, [userName])

  return (
    <div>
      <PasswordField
        ref={inputRef}
        name={name}
        label={label}
        autoComplete="new-password"
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        error={error}
        autoFocus={autoFocus}
        onInput={weigh}
      />
      <StrengthMeter strength={strength} />
    </div>
  )
}

const words = { weak: 'strengthWeak', fair: 'strengthFair', strong: 'strengthStrong' } as const

/** Three bars and a word; empty until something is typed. */
export function StrengthMeter({ strength }: { strength: Strength | null }) {
  const t = useWords('account')
  const { passwordMin } = useLimits()
  const filled = strength === null ? 0 : strengths.indexOf(strength) + 1
  return (
    <div className={css.meter} data-strength={strength ?? 'none'}>
      <div className={css.bars} aria-hidden="true">
        {strengths.map((step, at) => (
          <span key={step} className={css.bar} data-filled={at < filled} />
        ))}
      </div>
      <p className={css.word} aria-live="polite">
        {strength === null ? t('strengthHint', { min: passwordMin }) : t(words[strength])}
      </p>
    </div>
  )
}
