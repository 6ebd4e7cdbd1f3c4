import { api } from '../../../../contract/api.ts'
import { OwnPassword } from '../../../features/account/own-password.tsx'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Form } from '../../../../ui/components/form.tsx'
import { useSubmit } from '../../../../ui/forms/use-submit.ts'
import { call } from '../../../../ui/http/client.ts'
import { useWords } from '../../../words/language.ts'
import { SheetStep } from './sheet-step.tsx'

type Props = { onBegun: (begun: { secret: string; uri: string }) => void }

export function TotpOwner({ onBegun }: Props) {
  const t = useWords('change-password')
  const account = useWords('account')
  const form = useSubmit({
    rules: { passWord: { label: account('password'), required: true } },
    exact: ['passWord'],
    refusals: { 'auth.wrong_password': 'passWord' },
    send: async ({ passWord }) => onBegun(await call(api.factors.totpBegin, { passWord })),
  })
  return (
    <SheetStep step={1} title={t('setupOwner')}>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <OwnPassword error={form.problems.passWord} />
        <ActionButton type="submit" fill busy={form.busy}>
          {t('next')}
        </ActionButton>
      </Form>
    </SheetStep>
  )
}
