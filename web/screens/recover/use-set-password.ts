import { useState } from 'react'

import { limits } from '../../../contract/limits.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { ApiError } from '../../http/api-error.ts'
import { useWords } from '../../locales/language.ts'
import { recoverAccount, type Way } from '../../session/recover.ts'

type Field = 'userName' | 'code' | 'newPass' | 'totp'

export function useSetPassword(way: Way, onDone: () => void) {
  const t = useWords('recover')
  const account = useWords('account')
  /** The code was right, but this account has to be unlocked, which takes a code of its own. */
  const [lockedName, setLockedName] = useState<string | null>(null)

  async function send(values: Record<Field, string>): Promise<void> {
    setLockedName(null)
    try {
      await recoverAccount(way, values)
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.locked') setLockedName(values.userName)
      throw error
    }
  }

  const { passwordMin, passwordMax, mailCodeDigits } = limits
  const form = useSubmit<Field>({
    rules: {
      userName: { label: t('account'), required: true },
      code: { label: t('code'), required: true, pattern: new RegExp(`^\\d{${mailCodeDigits}}$`) },
      newPass: { label: t('newPassword'), required: true, min: passwordMin, max: passwordMax },
      totp: { label: account('code') },
    },
    exact: ['newPass'],
    asks: { 'auth.totp_required': 'totp' },
    refusals: {
      'email.code_wrong': 'code',
      'auth.totp_wrong': 'totp',
      'account.password_common': 'newPass',
      'account.password_reserved': 'newPass',
    },
    send,
  })

  return { form, lockedName }
}
