import { api } from '../../../../contract/api.ts'
import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { Form } from '../../../../ui/components/form.tsx'
import { Sheet } from '../../../../ui/components/sheet.tsx'
import { showMessage } from '../../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../../ui/forms/use-submit.ts'
import { call } from '../../../../ui/http/client.ts'
import { FactorCode, OwnPassword } from '../../../features/account/own-password.tsx'
import { useWords } from '../../../words/language.ts'
import { type Passkey, useReloadFactors } from './factor-state.ts'
import { EndOthers } from './sheet-step.tsx'

type Props = { passkey: Passkey | null; onClose: () => void; hasTotp: boolean }

export function PasskeyRemoveSheet({ passkey, onClose, hasTotp }: Props) {
  const t = useWords('change-password')
  const base = useWords('base')
  return (
    <Sheet opened={passkey !== null} onClose={onClose} title={t('removePasskeyAsk')} closeLabel={base('close')}>
      {passkey ? <RemoveForm passkey={passkey} onDone={onClose} hasTotp={hasTotp} /> : null}
    </Sheet>
  )
}

function RemoveForm({ passkey, onDone, hasTotp }: { passkey: Passkey; onDone: () => void; hasTotp: boolean }) {
  const t = useWords('change-password')
  const account = useWords('account')
  const reload = useReloadFactors()
  const form = useSubmit<'passWord' | 'totp' | 'endOthers'>({
    rules: {
      passWord: { label: account('password'), required: true },
      totp: { label: account('code') },
      endOthers: { label: '' },
    },
    exact: ['passWord'],
    asked: hasTotp ? ['totp'] : [],
    asks: { 'auth.totp_required': 'totp' },
    refusals: { 'auth.wrong_password': 'passWord', 'auth.totp_wrong': 'totp' },
    send: async ({ passWord, totp, endOthers }) => {
      const input = { id: passkey.id, passWord, ...(totp === '' ? {} : { totp }), endOthers: endOthers === 'on' }
      await call(api.factors.passkeyRemove, input)
      onDone()
      showMessage('success', t('passkeyRemoved'))
      await reload()
    },
  })
  return (
    <div className="gap4">
      <p>{t('removePasskeyText', { name: passkey.name })}</p>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <OwnPassword error={form.problems.passWord} />
        {form.asked.includes('totp') ? <FactorCode error={form.problems.totp} autoFocus={!hasTotp} /> : null}
        <EndOthers />
        <ActionButton type="submit" tone="danger" fill busy={form.busy}>
          {t('removePasskeyNow')}
        </ActionButton>
      </Form>
    </div>
  )
}
