import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { useWords } from '../../words/language.ts'

type Props = { address: string; onSend: (address: string) => Promise<void> }

export function AddressForm({ address, onSend }: Props) {
  const t = useWords('email-bind')
  const form = useSubmit({
    rules: { email: { label: t('address'), required: true, type: 'email', max: limits.emailMax } },
    refusals: { 'request.invalid': 'email' },
    send: ({ email }) => onSend(email),
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <Field
        name="email"
        type="email"
        label={t('address')}
        placeholder="name@example.com"
        defaultValue={address}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.problems.email}
      />
      <ActionButton type="submit" busy={form.busy}>
        {t('sendCode')}
      </ActionButton>
    </Form>
  )
}
