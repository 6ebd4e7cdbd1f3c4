import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { NewPassword } from '../../features/account/new-password.tsx'
import { OwnPassword } from '../../features/account/own-password.tsx'
import { SESSIONS_KEY } from '../../features/account/use-sessions.ts'
import { changePassword } from '../../session/change-password.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './columns.module.css'

export function PasswordTab() {
  const t = useWords('change-password')
  const [times, setTimes] = useState(0)
  return (
    <div className={css.columns}>
      <div className={css.stack}>
        {times > 0 ? <Callout tone="good">{t('changed')}</Callout> : null}
        {/* A new form each time, so that no typed text stays. */}
        <PasswordForm key={times} onChanged={() => setTimes(times + 1)} />
      </div>
      <section className={css.aside}>
        <h3 className={css.heading}>{t('tipsTitle')}</h3>
        <Facts
          facts={[
            { icon: 'key', title: t('tipLength'), text: t('tipLengthText') },
            { icon: 'lock', title: t('tipOnly'), text: t('tipOnlyText') },
            { icon: 'devices', title: t('tipOthers'), text: t('tipOthersText') },
          ]}
        />
      </section>
    </div>
  )
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const t = useWords('change-password')
  const queries = useQueryClient()
  const userName = useKnownInfo((info) => info.iuser) ?? ''
  const { onSubmit, busy, problems, failure } = useSubmit({
    rules: {
      oldPass: { label: t('oldPass'), required: true },
      newPass: {
        label: t('newPass'),
        required: true,
        min: limits.passwordMin,
        max: limits.passwordMax,
      },
    },
    exact: ['oldPass', 'newPass'],
    refusals: {
      'auth.wrong_password': 'oldPass',
      'account.password_common': 'newPass',
      'account.password_reserved': 'newPass',
      'request.invalid': 'newPass',
    },
    send: async (values) => {
      await changePassword(values)
      void queries.invalidateQueries({ queryKey: SESSIONS_KEY })
      onChanged()
    },
  })
  return (
    <Form onSubmit={onSubmit} failure={failure}>
      {/* Password managers save the new password under this name. */}
      <input name="userName" autoComplete="username" value={userName} readOnly hidden />
      <OwnPassword name="oldPass" label={t('oldPass')} error={problems.oldPass} />
      <NewPassword label={t('newPass')} error={problems.newPass} userName={userName} />
      <ActionButton type="submit" busy={busy}>
        {t('changePass')}
      </ActionButton>
    </Form>
  )
}
