import { useState } from 'react'

import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import css from './email-bind.module.css'

type Props = { resendAtMs: number; onResend: () => Promise<void>; onBack: () => void }

export function ResendRow({ resendAtMs, onResend, onBack }: Props) {
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
