import { useState } from 'react'

import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { FactorCode } from '../../features/account/own-password.tsx'
import { useWords } from '../../words/language.ts'
import css from './email-bind.module.css'

type Props = {
  sent: { address: string; resendAtMs: number }
  submitLabel: string
  onBind: (proof: { code: string; totp: string }) => Promise<void>
  onResend: () => Promise<void>
  onBack: () => void
}

export function CodeForm({ sent, submitLabel, onBind, onResend, onBack }: Props) {
  const t = useWords('email-bind')
  const account = useWords('account')
  const digits = limits.mailCodeDigits
  const form = useSubmit({
    rules: {
      code: { label: t('mailCode'), required: true, pattern: new RegExp(`^\\d{${digits}}$`) },
      totp: { label: account('code') },
    },
    asks: { 'auth.totp_required': 'totp' },
    refusals: { 'email.code_wrong': 'code', 'auth.totp_wrong': 'totp' },
    send: onBind,
  })
  return (
    <>
      <p className={css.text}>{t('sentTo', { address: sent.address, minutes: limits.mailCodeTtlMs / 60_000 })}</p>
      <Form onSubmit={form.onSubmit} failure={form.failure}>
        <div className={css.code}>
          <Field
            name="code"
            label={t('mailCode')}
            placeholder={t('mailCodeHint', { count: digits })}
            inputMode="numeric"
            enterKeyHint="go"
            autoComplete="one-time-code"
            maxLength={digits}
            error={form.problems.code}
            autoFocus
          />
          <ResendRow resendAtMs={sent.resendAtMs} onResend={onResend} onBack={onBack} />
        </div>
        {form.asked.includes('totp') ? <FactorCode error={form.problems.totp} autoFocus /> : null}
        <ActionButton type="submit" busy={form.busy}>
          {submitLabel}
        </ActionButton>
      </Form>
    </>
  )
}

type ResendRowProps = { resendAtMs: number; onResend: () => Promise<void>; onBack: () => void }

export function ResendRow({ resendAtMs, onResend, onBack }: ResendRowProps) {
  const t = useWords('email-bind')
  const [busy, setBusy] = useState(false)
  const seconds = useCountdown(resendAtMs)

  async function resend(): Promise<void> {
    setBusy(true)
    try {
      await onResend()
      showMessage('success', t('resent'))
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.resend}>
      {seconds > 0 ? (
        <span className={css.wait}>{t('resendIn', { seconds })}</span>
      ) : (
        <button type="button" className={css.link} aria-busy={busy} onClick={() => void (busy ? undefined : resend())}>
          {t('resend')}
        </button>
      )}
      <button type="button" className={css.link} onClick={onBack}>
        {t('otherAddress')}
      </button>
      <p className={css.hint}>{t('noMail')}</p>
    </div>
  )
}
