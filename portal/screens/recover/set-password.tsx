import { useState } from 'react'
import { Link } from 'react-router'

import { limits } from '../../../contract/limits.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { usePrefill } from '../../../ui/forms/prerendered.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { NewPassword } from '../../features/account/new-password.tsx'
import { FactorCode } from '../../features/account/own-password.tsx'
import { type Way, recoverAccount } from '../../session/recover.ts'
import { useWords } from '../../words/language.ts'
import { AddressField } from './ask-code.tsx'
import { ResendRow } from './resend-row.tsx'
import type { RecoveryFlow } from './use-recovery.ts'

type Props = { way: Way; recovery: RecoveryFlow; hasMail: boolean; code: string | null }

export function SetPassword({ way, recovery, hasMail, code }: Props) {
  const t = useWords('recover')
  const { form, lockedName } = useSetPassword(way, recovery)
  const inputRef = usePrefill(recovery.userName)
  const codeRef = usePrefill(code)
  const wasSent = recovery.resendAtMs !== null
  return (
    <form className="gap4" method="post" action="/find_pass" noValidate onSubmit={form.onSubmit}>
      {hasMail ? null : <Callout tone="info">{t('mailOff')}</Callout>}
      {hasMail && wasSent ? <Callout tone="good">{t('sent')}</Callout> : null}
      <Field
        ref={inputRef}
        name="userName"
        label={t('account')}
        placeholder={t('accountHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.problems.userName}
      />
      <AddressField address={recovery.address} error={form.problems.email} />
      <div>
        <Field
          ref={codeRef}
          name="code"
          label={t('code')}
          placeholder={t('codeHint', { mailed: limits.mailCodeDigits, told: limits.operatorCodeDigits })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={2 * limits.operatorCodeDigits}
          autoFocus={wasSent}
          error={form.problems.code}
        />
        {hasMail ? <ResendRow recovery={recovery} /> : null}
      </div>
      <NewPassword label={t('newPassword')} error={form.problems.newPass} />
      {form.asked.includes('totp') ? <FactorCode error={form.problems.totp} autoFocus /> : null}
      {form.failure === null ? null : (
        <Callout tone="bad">
          {lockedName === null ? form.failure : t('locked')}
          {lockedName === null ? null : (
            <Link to="/find_pass?unlock=1" state={{ userName: lockedName }}>
              {t('goUnlock')}
            </Link>
          )}
        </Callout>
      )}
      <Button type="submit" busy={form.busy}>
        {form.busy ? t('saving') : t(way === 'unlock' ? 'unlockSubmit' : 'resetSubmit')}
      </Button>
    </form>
  )
}

type FieldName = 'userName' | 'email' | 'code' | 'newPass' | 'totp'

export function useSetPassword(way: Way, { askAddress, finish }: RecoveryFlow) {
  const t = useWords('recover')
  const account = useWords('account')
  /** The code was right, but this account must be unlocked first, which needs a separate code. */
  const [lockedName, setLockedName] = useState<string | null>(null)

  async function send(values: Record<FieldName, string>): Promise<void> {
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

  const digits = (count: number) => `(\\d\\s*){${count}}`
  const form = useSubmit<FieldName>({
    rules: {
      userName: { label: t('account'), required: true },
      email: { label: t('address'), type: 'email' },
      code: {
        label: t('code'),
        required: true,
        pattern: new RegExp(`^(${digits(limits.mailCodeDigits)}|${digits(limits.operatorCodeDigits)})$`),
      },
      newPass: { label: t('newPassword'), required: true, min: limits.passwordMin, max: limits.passwordMax },
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
