import { useRef, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { isEmail } from '../../../ui/forms/validate.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { Field } from '../../features/form/plain-fields.tsx'
import { send } from '../../session/send.ts'
import { useWords } from '../../words/language.ts'
import css from './join.module.css'

type Props = {
  token: string
  error: string | undefined
  /** The address cannot be used. */
  onWrong: (text: string) => void
}

/** Mails a code to the address in the form, and takes the code. */
export function MailCode({ token, error, onWrong }: Props) {
  const t = useWords('join')
  const room = useRef<HTMLDivElement>(null)
  const [sending, setSending] = useState(false)
  async function sendCode(): Promise<void> {
    const field = room.current?.closest('form')?.elements.namedItem('email')
    if (!(field instanceof HTMLInputElement)) return
    const email = field.value.trim()
    const refuse = () => {
      onWrong(email === '' ? t('emailMissing') : t('emailWrong'))
      field.focus()
    }
    if (!isEmail(email)) return refuse()
    setSending(true)
    try {
      await send(consoleApi.join.sendCode, { token, email })
      showMessage('success', t('codeSent'))
    } catch (failure) {
      if (failure instanceof ApiError && 'email' in failure.fields) refuse()
      else showMessage('error', failureText(failure))
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
