import { api } from '../../../../contract/api.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Form } from '../../../../ui/components/form.tsx'
import { Sheet } from '../../../../ui/components/sheet.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../../ui/forms/use-submit.ts'
import { call } from '../../../../ui/http/client.ts'
import { FactorCode, OwnPassword } from '../../../features/account/own-password.tsx'
import { useWords } from '../../../words/language.ts'
import { useReloadFactors } from './factor-state.ts'
import { EndOthers } from './sheet-step.tsx'

export function TotpRemoveSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('change-password')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('removeTitle')} closeLabel={base('close')}>
      <RemoveForm onDone={onClose} />
    </Sheet>
  )
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const t = useWords('change-password')
  const account = useWords('account')
  const reload = useReloadFactors()
  const form = useSubmit<'passWord' | 'code' | 'endOthers'>({
    rules: {
      passWord: { label: account('password'), required: true },
      code: { label: account('code'), required: true },
      endOthers: { label: '' },
    },
    exact: ['passWord'],
    refusals: { 'auth.wrong_password': 'passWord', 'auth.totp_wrong': 'code' },
    send: async ({ endOthers, ...values }) => {
      await call(api.factors.totpRemove, { ...values, endOthers: endOthers === 'on' })
      onDone()
      showMessage('success', t('turnedOff'))
      await reload()
    },
  })
  return (
    <div className="gap4">
      <p>{t('removeText')}</p>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <OwnPassword error={form.problems.passWord} />
        <FactorCode name="code" error={form.problems.code} />
        <EndOthers />
        <ActionButton type="submit" tone="danger" fill busy={form.busy}>
          {t('remove')}
        </ActionButton>
      </Form>
    </div>
  )
}
