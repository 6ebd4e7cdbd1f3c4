import { formatFen } from '../../../contract/money.ts'
import field from '../../../ui/components/auth/field.module.css'
import css from './amount-choice.module.css'
import type { Amount } from './use-amount.ts'

type Props = {
  amount: Amount
  presets: readonly number[]
  label: string
  /** True when something beside it already says the same. */
  hideLabel?: boolean
  ownLabel: string
  hint: string
}

/** A few preset amounts, and a field for any other. */
export function AmountChoice({ amount, presets, label, hideLabel = false, ownLabel, hint }: Props) {
  return (
    <div className="gap4">
      <fieldset className={css.presets}>
        <legend className={hideLabel ? css.hidden : css.legend}>{label}</legend>
        {presets.map((fen) => (
          <label key={fen} className={css.preset}>
            <input
              type="radio"
              className={css.input}
              name="presetAmount"
              value={fen}
              checked={amount.preset === fen}
              onChange={() => amount.choose(fen)}
            />
            <span className={css.unit}>¥</span>
            {formatFen(fen).replace('.00', '')}
          </label>
        ))}
      </fieldset>
      <div className={field.field}>
        <label className="soft" htmlFor="amount">
          {ownLabel}
        </label>
        <div className={field.box}>
          <span className={css.yuan} aria-hidden="true">
            ¥
          </span>
          <input
            id="amount"
            name="amount"
            className={field.input}
            value={amount.typed}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={12}
            placeholder={hint}
            aria-invalid={amount.problem ? true : undefined}
            aria-describedby={amount.problem ? 'amount-error' : undefined}
            onChange={(event) => amount.type(event.currentTarget.value)}
            onBlur={() => {
              if (amount.typed !== '') amount.check()
            }}
          />
        </div>
        {amount.problem ? (
          <p className={field.error} id="amount-error" role="alert">
            {amount.problem}
          </p>
        ) : null}
      </div>
    </div>
  )
}
