import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { deviceName } from '../../../ui/device/device-name.ts'
import { passkeyFailure } from '../../../ui/device/passkey-failure.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { EditForm } from '../form/edit-form.tsx'
import { Field } from '../form/plain-fields.tsx'
import { makePasskey } from '../sign-in/passkey.ts'
import css from './factor.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Adds a passkey of this device. With the first factor, recovery codes are shown. */
export function PasskeyForm({ onDone }: { onDone: () => void }) {
  const t = useWords('account')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { browser, system } = deviceName(navigator.userAgent)
  const form = useSubmit<'name'>({
    rules: { name: { label: t('passkeyName'), required: true, max: 60 } },
    refusals: { 'request.invalid': 'name' },
    explain: (error) => {
      const word = passkeyFailure(error)
      return word ? t(word) : null
    },
    send: async ({ name }) => {
      const { options } = await call(consoleApi.factors.passkeyBegin, {})
      const response = await makePasskey(options)
      const { recoveryCodes } = await call(consoleApi.factors.passkeyFinish, { name, response })
      if (recoveryCodes.length > 0) setCodes(recoveryCodes)
      else onDone()
    },
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <div className={css.stack}>
      <p className={css.text}>{t('passkeyText')}</p>
      <EditForm form={form}>
        <Field
          name="name"
          label={t('passkeyName')}
          defaultValue={[browser, system].filter((part) => part !== null).join(' · ')}
          maxLength={60}
          error={form.problems.name}
        />
        <ActionButton type="submit" fill busy={form.busy}>
          {t('addPasskey')}
        </ActionButton>
      </EditForm>
    </div>
  )
}
