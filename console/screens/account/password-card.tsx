import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useLimits } from '../../../ui/forms/prerendered.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { EditForm } from '../../features/form/edit-form.tsx'
import { PasswordField } from '../../features/form/plain-fields.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { useReloadFactors } from './factor-query.ts'

export function PasswordCard() {
  const t = useWords('account')
  const signin = useWords('signin')
  const { passwordMin } = useLimits()
  const reload = useReloadFactors()
  const [round, setRound] = useState(0)
  const form = useSubmit<'passWord' | 'newPass'>({
    rules: {
      passWord: { label: t('oldPass'), required: true },
      newPass: { label: t('newPass'), required: true, min: passwordMin },
    },
    exact: ['passWord', 'newPass'],
    refusals: {
      'auth.wrong_password': 'passWord',
      'account.password_common': 'newPass',
      'account.password_reserved': 'newPass',
    },
    send: async (values) => {
      await call(consoleApi.factors.changePassword, values)
      // Empty fields.
      setRound(round + 1)
      showMessage('success', t('changed'))
      reload()
    },
  })
  const eye = { showLabel: signin('showPassword'), hideLabel: signin('hidePassword') }
  return (
    <Section title={t('partPassword')}>
      <EditForm key={round} form={form}>
        <PasswordField
          name="passWord"
          label={t('oldPass')}
          autoComplete="current-password"
          error={form.problems.passWord}
          {...eye}
        />
        <PasswordField
          name="newPass"
          label={t('newPass')}
          hint={t('newPassHint', { min: passwordMin })}
          autoComplete="new-password"
          error={form.problems.newPass}
          {...eye}
        />
        <ActionButton type="submit" tone="quiet" busy={form.busy}>
          {t('changePass')}
        </ActionButton>
      </EditForm>
    </Section>
  )
}
