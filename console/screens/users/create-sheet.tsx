import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { EditForm } from '../../features/form/edit-form.tsx'
import { EditSheet } from '../../features/form/edit-sheet.tsx'
import { Field } from '../../features/form/plain-fields.tsx'
import { HandedLink } from '../../features/invite/handed-link.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './users.module.css'

/** Creates a user, who sets the password through a mail or through a link that is shown only once. */
export function CreateSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('users')
  const base = useWords('base')
  const [link, setLink] = useState<string | null>(null)
  const close = () => {
    setLink(null)
    onClose()
  }
  return (
    <EditSheet opened={opened} onClose={close} title={t(link ? 'linkTitle' : 'create')} closeLabel={base('close')}>
      {link ? (
        <HandedLink text={t('linkText')} link={link} onDone={close} />
      ) : (
        <CreateForm onLink={setLink} onDone={close} />
      )}
    </EditSheet>
  )
}

function CreateForm({ onLink, onDone }: { onLink: (link: string) => void; onDone: () => void }) {
  const t = useWords('users')
  const queries = useQueryClient()
  const form = useSubmit<'userName' | 'email'>({
    rules: {
      userName: { label: t('userName'), required: true, min: limits.userNameMin, max: limits.userNameMax },
      email: { label: t('email'), type: 'email' },
    },
    refusals: { 'account.taken': 'userName', 'email.taken': 'email' },
    send: async ({ userName, email }) => {
      const made = await call(consoleApi.users.create, { userName, ...(email === '' ? {} : { email }) })
      void queries.invalidateQueries({ queryKey: [consoleApi.users.list.path] })
      if (made.link !== null) return onLink(made.link)
      showMessage('success', t('createdMailed', { to: made.sentTo ?? '' }))
      onDone()
    },
  })
  return (
    <EditForm form={form}>
      <p className={css.text}>{t('createText')}</p>
      <Field
        name="userName"
        label={t('userName')}
        hint={t('userNameHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.problems.userName}
      />
      <Field
        name="email"
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        autoComplete="off"
        error={form.problems.email}
      />
      <ActionButton type="submit" fill busy={form.busy}>
        {t('createButton')}
      </ActionButton>
    </EditForm>
  )
}
