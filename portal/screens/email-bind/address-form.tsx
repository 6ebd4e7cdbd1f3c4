import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { OwnPassword } from '../../features/account/own-password.tsx'
import { useWords } from '../../words/language.ts'

type Props = { address: string; onSend: (input: { address: string; passWord: string }) => Promise<void> }

export function AddressForm({ address, onSend }: Props) {
  const t = useWords('email-bind')
  const account = useWords('account')
  const form = useSubmit({
    rules: {
      email: { label: t('address'), required: true, type: 'email', max: limits.emailMax },
      passWord: { label: account('password'), required: true },
    },
    exact: ['passWord'],
    refusals: { 'request.invalid': 'email', 'auth.wrong_password': 'passWord' },
    send: ({ email, passWord }) => onSend({ address: email, passWord }),
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
      <OwnPassword error={form.problems.passWord} />
      <ActionButton type="submit" busy={form.busy}>
        {t('sendCode')}
      </ActionButton>
    </Form>
  )
}
