import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import type { Application } from './agency-data.ts'
import css from './open-agency.module.css'

type Props = { feeFen: number; onApply: (application: Application) => void }

export function ApplyForm({ feeFen, onApply }: Props) {
  const t = useWords('open-agency')
  const amountText = useAmountText()
  const form = useSubmit({
    rules: {
      name: { label: t('name'), required: true, max: limits.agencyNameMax },
      contact: { label: t('contact'), required: true, max: limits.agencyContactMax },
    },
    // Nothing is sent yet: the sheet that follows names the price and asks.
    send: (given) => Promise.resolve(onApply(given)),
  })
  return (
    <div className={css.form}>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <Field
          name="name"
          label={t('name')}
          placeholder={t('nameHint')}
          maxLength={limits.agencyNameMax}
          autoComplete="organization"
          error={form.problems.name}
        />
        <Field
          name="contact"
          label={t('contact')}
          placeholder={t('contactHint')}
          maxLength={limits.agencyContactMax}
          autoComplete="off"
          error={form.problems.contact}
        />
        <p className={css.note}>{t('before')}</p>
        <ActionButton type="submit" fill>
          {t('next', { amount: amountText(feeFen) })}
        </ActionButton>
      </Form>
    </div>
  )
}
