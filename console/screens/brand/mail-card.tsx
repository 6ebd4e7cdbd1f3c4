import { useState } from 'react'

import { RECEIPT_TEXT_MAX } from '../../../contract/brand.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Textarea, TextInput } from '../../features/form/fields.tsx'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { orNull } from './brand-parts.ts'
import css from './brand.module.css'
import type { BrandDraft } from './use-brand-draft.ts'

type Props = { draft: BrandDraft; mailFrom: string | null; testTo: string | null }

export function MailCard({ draft: { values, shown, wrong, isDirty, set }, mailFrom, testTo }: Props) {
  const t = useWords('brand')
  const [busy, setBusy] = useState(false)
  async function send(): Promise<void> {
    setBusy(true)
    try {
      const { to } = await call(consoleApi.brand.testMail, {})
      showMessage('success', t('mailSent', { to }))
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const hint = mailFrom === null ? t('mailOff') : testTo === null ? t('mailNoAddress') : t('mailTo', { to: testTo })
  return (
    <Section title={t('mailTitle')}>
      <TextInput
        name="senderName"
        label={t('senderName')}
        description={mailFrom === null ? null : t('senderHint', { from: mailFrom })}
        placeholder={shown.title}
        maxLength={40}
        value={values.senderName ?? ''}
        error={wrong.senderName}
        onChange={(event) => set({ senderName: orNull(event.currentTarget.value) })}
      />
      <Textarea
        name="receiptText"
        label={t('receiptText')}
        description={t('receiptHint')}
        maxLength={RECEIPT_TEXT_MAX}
        autosize
        minRows={2}
        maxRows={6}
        value={values.receiptText ?? ''}
        error={wrong.receiptText}
        onChange={(event) => set({ receiptText: orNull(event.currentTarget.value) })}
      />
      <div className={css.actionRow}>
        <p className={css.hint}>{isDirty && testTo !== null ? t('mailSaveFirst') : hint}</p>
        <ActionButton
          tone="quiet"
          icon="mail"
          busy={busy}
          disabled={mailFrom === null || testTo === null}
          onClick={() => void send()}
        >
          {t('mailTest')}
        </ActionButton>
      </div>
    </Section>
  )
}
