import { useState } from 'react'

import { limits } from '../../../contract/limits.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { useWords } from '../../words/language.ts'
import { recoverAccount, type Way } from '../../session/recover.ts'
import type { RecoveryFlow } from './use-recovery.ts'

type Field = 'userName' | 'email' | 'code' | 'newPass' | 'totp'

export function useSetPassword(way: Way, { askAddress, finish }: RecoveryFlow) {
  const t = useWords('recover')
  const account = useWords('account')
  /** The code was right, but this account has to be unlocked, which takes a code of its own. */
  const [lockedName, setLockedName] = useState<string | null>(null)

  async function send(values: Record<Field, string>): Promise<void> {
    setLockedName(null)
    try {
      await recoverAccount(way, values)
      finish()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code === 'auth.locked') setLockedName(values.userName)
      if (code === 'request.too_many') askAddress()
      throw error
    }
  }

  const { passwordMin, passwordMax, mailCodeDigits, operatorCodeDigits } = limits
  const digits = (count: number) => `(\\d\\s*){${count}}`
  const form = useSubmit<Field>({
    rules: {
      userName: { label: t('account'), required: true },
      email: { label: t('address'), type: 'email' },
      code: {
        label: t('code'),
        required: true,
        pattern: new RegExp(`^(${digits(mailCodeDigits)}|${digits(operatorCodeDigits)})$`),
      },
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
