import { useState } from 'react'

import { showMessage } from '../../../ui/components/toast-store.ts'
import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import css from './recover.module.css'
import type { RecoveryFlow } from './use-recovery.ts'

/** Another code for the same account, or back to choose another account. */
export function ResendRow({ recovery }: { recovery: RecoveryFlow }) {
  const t = useWords('recover')
  const { captcha, resendAtMs, userName } = recovery
  const [busy, setBusy] = useState(false)
  const leftS = useCountdown(resendAtMs ?? 0)

  async function resend(): Promise<void> {
    setBusy(true)
    try {
      if (await recovery.sendCode({ userName, email: recovery.address ?? '' }, '')) showMessage('success', t('resent'))
    } catch (error) {
      showMessage('error', failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.row}>
      {resendAtMs === null ? null : (
        <button
          type="button"
          className={css.plain}
          disabled={leftS > 0 || busy}
          // Pictures are shown in the first step.
          onClick={captcha.picture ? recovery.askAgain : () => void resend()}
        >
          {leftS > 0 ? t('resendIn', { count: leftS }) : t('resend')}
        </button>
      )}
      <button type="button" className={css.plain} onClick={recovery.askAgain}>
        {resendAtMs === null ? t('getCode') : t('otherAccount')}
      </button>
    </div>
  )
}
