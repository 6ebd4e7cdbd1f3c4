import { useLimits } from '../../../ui/forms/use-limits.ts'
import { strengths, type Strength } from '../../../ui/forms/password-strength.ts'
import { useWords } from '../../words/language.ts'
import css from './strength-meter.module.css'

const words = { weak: 'strengthWeak', fair: 'strengthFair', strong: 'strengthStrong' } as const

/** Three bars and a word; quiet until something is typed. */
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
