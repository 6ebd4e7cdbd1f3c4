import { useRef, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Field } from '../../features/form/fields.tsx'
import { send } from '../../session/send.ts'
import { useWords } from '../../words/language.ts'
import css from './join.module.css'

/** Mails a code to the address in the form, and takes the code. */
export function MailCode({ token, error }: { token: string; error: string | undefined }) {
  const t = useWords('join')
  const room = useRef<HTMLDivElement>(null)
  const [sending, setSending] = useState(false)
  async function sendCode(): Promise<void> {
    const field = room.current?.closest('form')?.elements.namedItem('email')
    const email = field instanceof HTMLInputElement ? field.value.trim() : ''
    setSending(true)
    try {
      await send(consoleApi.join.sendCode, { token, email })
      showMessage('success', t('codeSent'))
    } catch (failure) {
      showMessage('error', failureText(failure))
    } finally {
      setSending(false)
    }
  }
  return (
    <div ref={room} className={css.stack}>
      <Button look="quiet" busy={sending} onClick={() => void sendCode()}>
        {t('sendCode')}
      </Button>
      <Field
        name="emailCode"
        label={t('emailCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={error}
      />
    </div>
  )
}
