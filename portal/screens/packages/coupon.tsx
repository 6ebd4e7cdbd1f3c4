import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { useWords } from '../../words/language.ts'
import css from './checkout.module.css'

const SHAPE = /^[A-Za-z0-9-]{3,32}$/

type Props = { discountFen: number; onApply: (coupon: string) => Promise<void> }

/** Folded: most users have no coupon, and an empty field makes them look for one. */
export function Coupon({ discountFen, onApply }: Props) {
  const t = useWords('packages')
  const [isOpen, setOpen] = useState(false)
  const [applied, setApplied] = useState('')
  const apply = async (coupon: string) => {
    await onApply(coupon)
    setApplied(coupon)
    setOpen(false)
  }
  if (isOpen) return <CouponForm onApply={apply} />
  if (applied === '' || discountFen === 0) {
    return (
      <button type="button" className={css.link} onClick={() => setOpen(true)}>
        {t('haveCoupon')}
      </button>
    )
  }
  return (
    <p className={css.applied}>
      {t('couponApplied', { code: applied })}
      <button type="button" className={css.link} onClick={() => void apply('').catch(() => setOpen(true))}>
        {t('couponRemove')}
      </button>
    </p>
  )
}

function CouponForm({ onApply }: { onApply: (coupon: string) => Promise<void> }) {
  const t = useWords('packages')
  const form = useSubmit({
    rules: { coupon: { label: t('coupon'), required: true, pattern: SHAPE } },
    refusals: { 'coupon.unknown': 'coupon', 'coupon.used_up': 'coupon' },
    send: ({ coupon }) => onApply(coupon),
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <div className={css.coupon}>
        <Field
          name="coupon"
          label={t('coupon')}
          autoComplete="off"
          enterKeyHint="go"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          error={form.problems.coupon}
        />
        <ActionButton type="submit" tone="quiet" busy={form.busy}>
          {t('couponApply')}
        </ActionButton>
      </div>
    </Form>
  )
}
