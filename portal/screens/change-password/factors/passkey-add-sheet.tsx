import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Field } from '../../../../ui/components/auth/field.tsx'
import { Form } from '../../../../ui/components/form.tsx'
import { Sheet } from '../../../../ui/components/sheet.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { deviceName } from '../../../../ui/device/device-name.ts'
import { passkeyFailure } from '../../../../ui/device/passkey-failure.ts'
import { useSubmit } from '../../../../ui/forms/use-submit.ts'
import { FactorCode, OwnPassword } from '../../../features/account/own-password.tsx'
import { useWords } from '../../../words/language.ts'
import { useReloadFactors } from './factor-state.ts'
import css from './factors.module.css'
import { EndOthers } from './sheet-step.tsx'
import { useMakePasskey } from './use-make-passkey.ts'

type Props = { opened: boolean; onClose: () => void; hasTotp: boolean }

export function PasskeyAddSheet({ opened, onClose, hasTotp }: Props) {
  const t = useWords('change-password')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('addPasskey')} closeLabel={base('close')}>
      <AddForm onDone={onClose} hasTotp={hasTotp} />
    </Sheet>
  )
}

function AddForm({ onDone, hasTotp }: { onDone: () => void; hasTotp: boolean }) {
  const t = useWords('change-password')
  const account = useWords('account')
  const reload = useReloadFactors()
  const makePasskey = useMakePasskey()
  const { browser, system } = deviceName(navigator.userAgent)
  const form = useSubmit<'name' | 'passWord' | 'totp' | 'endOthers'>({
    rules: {
      name: { label: t('passkeyName'), required: true, max: 60 },
      passWord: { label: account('password'), required: true },
      totp: { label: account('code') },
      endOthers: { label: '' },
    },
    exact: ['passWord'],
    asked: hasTotp ? ['totp'] : [],
    asks: { 'auth.totp_required': 'totp' },
    refusals: { 'auth.wrong_password': 'passWord', 'auth.totp_wrong': 'totp', 'request.invalid': 'name' },
    explain: (error) => {
      const word = passkeyFailure(error)
      return word ? t(word) : null
    },
    send: async ({ endOthers, ...values }) => {
      await makePasskey({ ...values, endOthers: endOthers === 'on' })
      onDone()
      showMessage('success', t('passkeyAdded'))
      await reload()
    },
  })
  return (
    <div className="gap4">
      <p className={css.text}>{t('addPasskeyText')}</p>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <Field
          name="name"
          label={t('passkeyName')}
          defaultValue={[browser, system].filter((part) => part !== null).join(' · ')}
          maxLength={60}
          error={form.problems.name}
        />
        <OwnPassword error={form.problems.passWord} />
        {form.asked.includes('totp') ? <FactorCode error={form.problems.totp} autoFocus={!hasTotp} /> : null}
        <EndOthers isTicked={false} />
        <ActionButton type="submit" fill busy={form.busy}>
          {t('addPasskey')}
        </ActionButton>
      </Form>
    </div>
  )
}
