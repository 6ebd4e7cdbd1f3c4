import { Select } from '@mantine/core'
import { useState } from 'react'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { useRoleName } from '../../features/role/role-name.ts'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { call } from '../../session/call.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { roleKey, roleRef, useReloadTeam, useRoles } from './team-queries.ts'
import css from './team.module.css'

type Made = Static<typeof consoleApi.staff.invite.output>

export function InviteSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('team')
  const base = useWords('base')
  const [made, setMade] = useState<Made | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <Sheet opened={opened} onClose={close} title={t(made?.link ? 'linkTitle' : 'invite')} closeLabel={base('close')}>
      {made?.link ? (
        <div className={css.stack}>
          <p className={css.text}>{t('linkText', { until: momentText(made.expiresAt) })}</p>
          <div className={css.link}>
            <span className={css.words}>{made.link}</span>
            <CopyButton text={made.link} label={t('copyLink')} />
          </div>
          <ActionButton fill onClick={close}>
            {t('done')}
          </ActionButton>
        </div>
      ) : (
        <InviteForm
          onMade={(invitation) => {
            if (invitation.link !== null) return setMade(invitation)
            showMessage('success', t('invited'))
            close()
          }}
        />
      )}
    </Sheet>
  )
}

function InviteForm({ onMade }: { onMade: (made: Made) => void }) {
  const t = useWords('team')
  const { mail } = useSession()
  const roleName = useRoleName()
  const reload = useReloadTeam()
  const roles = useRoles().data?.rows ?? []
  const [role, setRole] = useState('support')
  const form = useSubmit<'email'>({
    rules: { email: { label: t('email'), type: 'email' } },
    refusals: { 'email.off': 'email' },
    send: async ({ email }) => {
      const made = await call(consoleApi.staff.invite, { role: roleRef(role), ...(email === '' ? {} : { email }) })
      reload()
      onMade(made)
    },
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <p className={css.text}>{t('inviteText')}</p>
      <Select
        label={t('role')}
        data={roles.map((one) => ({ value: roleKey(one), label: roleName(one.name) }))}
        value={role}
        allowDeselect={false}
        onChange={(key) => setRole(key ?? role)}
      />
      {mail ? (
        <Field
          name="email"
          label={t('email')}
          hint={t('emailHint')}
          type="email"
          autoComplete="off"
          error={form.problems.email}
        />
      ) : null}
      <ActionButton type="submit" fill busy={form.busy}>
        {t(mail ? 'sendInvite' : 'makeLink')}
      </ActionButton>
    </Form>
  )
}
