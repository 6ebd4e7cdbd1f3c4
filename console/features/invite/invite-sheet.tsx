import { useState, type ReactNode } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { useDeadlineText } from '../../session/business-zone.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { EditForm } from '../form/edit-form.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { Field } from '../form/plain-fields.tsx'
import css from './handed-link.module.css'
import { HandedLink } from './handed-link.tsx'

/** Without a link, the invitation was mailed. */
type Made = { link: string | null; expiresAt: string }
type Handed = { link: string; until: string }
type Ask = (to: { email?: string }) => Promise<Made>
type Props = {
  opened: boolean
  onClose: () => void
  title: string
  linkTitle: string
  text: string
  ask: Ask
  /** Fields besides the address. */
  children?: ReactNode
}

/** Invites a person by mail, or by a link to hand over. */
export function InviteSheet({ opened, onClose, title, linkTitle, ...form }: Props) {
  const t = useWords('invite')
  const base = useWords('base')
  const deadlineText = useDeadlineText()
  const [handed, setHanded] = useState<Handed | null>(null)
  const close = () => {
    setHanded(null)
    onClose()
  }
  const onMade = ({ link, expiresAt }: Made) => {
    if (link !== null) return setHanded({ link, until: deadlineText(expiresAt) })
    showMessage('success', t('mailed'))
    close()
  }
  return (
    <EditSheet opened={opened} onClose={close} title={handed ? linkTitle : title} closeLabel={base('close')}>
      {handed ? (
        <HandedLink text={t('linkText', { until: handed.until })} link={handed.link} onDone={close} />
      ) : (
        <InviteForm {...form} onMade={onMade} />
      )}
    </EditSheet>
  )
}

type FormProps = Pick<Props, 'text' | 'ask' | 'children'> & { onMade: (made: Made) => void }

function InviteForm({ text, ask, onMade, children }: FormProps) {
  const t = useWords('invite')
  const { mail } = useSession()
  const form = useSubmit<'email'>({
    rules: { email: { label: t('mail'), type: 'email' } },
    refusals: { 'email.off': 'email' },
    send: async ({ email }) => onMade(await ask(email === '' ? {} : { email })),
  })
  return (
    <EditForm form={form}>
      <p className={css.text}>{text}</p>
      {children}
      {mail ? (
        <Field
          name="email"
          label={t('mail')}
          hint={t('mailHint')}
          type="email"
          autoComplete="off"
          error={form.problems.email}
        />
      ) : null}
      <ActionButton type="submit" fill busy={form.busy}>
        {t(mail ? 'send' : 'makeLink')}
      </ActionButton>
    </EditForm>
  )
}
