import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { ShownReseller } from '../../../contract/console/resellers.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { CopyButton } from '../../features/show/copy-button.tsx'
import { call } from '../../session/call.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './reseller.module.css'

type Props = { reseller: ShownReseller; onClose: () => void }
type Made = { link: string; until: string }

/** The first owner's link: mailed, or shown once to hand over. */
export function InviteOwnerSheet({ reseller: { resellerId }, onClose }: Props) {
  const t = useWords('resellers')
  const base = useWords('base')
  const [made, setMade] = useState<Made | null>(null)
  return (
    <Sheet opened onClose={onClose} title={t(made ? 'ownerLink' : 'inviteOwner')} closeLabel={base('close')}>
      {made ? (
        <div className={css.page}>
          <p className={css.soft}>{t('ownerLinkText', { until: momentText(made.until) })}</p>
          <div className={css.handOut}>
            <span className={css.action}>{made.link}</span>
            <CopyButton text={made.link} label={t('copyLink')} />
          </div>
          <ActionButton fill onClick={onClose}>
            {base('close')}
          </ActionButton>
        </div>
      ) : (
        <OwnerForm resellerId={resellerId} onMade={setMade} onMailed={onClose} />
      )}
    </Sheet>
  )
}

type FormProps = { resellerId: number; onMade: (made: Made) => void; onMailed: () => void }

function OwnerForm({ resellerId, onMade, onMailed }: FormProps) {
  const t = useWords('resellers')
  const { mail } = useSession()
  const form = useSubmit<'email'>({
    rules: { email: { label: t('ownerMail'), type: 'email' } },
    refusals: { 'email.off': 'email' },
    send: async ({ email }) => {
      const input = { resellerId, ...(email === '' ? {} : { email }) }
      const { link, expiresAt } = await call(consoleApi.resellers.inviteOwner, input)
      if (link !== null) return onMade({ link, until: expiresAt })
      showMessage('success', t('linkMailed'))
      onMailed()
    },
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <p className={css.soft}>{t('inviteOwnerText')}</p>
      {mail ? (
        <Field
          name="email"
          label={t('ownerMail')}
          hint={t('ownerMailHint')}
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
