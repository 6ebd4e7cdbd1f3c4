import { lazy, Suspense } from 'react'

import { Button } from '../../../ui/components/auth/button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { PasswordField } from '../../../ui/components/auth/password-field.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { useWords } from '../../words/language.ts'
import type { usePasswordForm } from './use-password-form.ts'

/** A separate chunk: few users ever need a picture. */
const PictureField = lazy(() => loadChunk(() => import('../../../ui/forms/picture-field.tsx')))

type Props = Pick<ReturnType<typeof usePasswordForm>, 'form' | 'captcha'> & { accountHint: string; codeHint: string }

/** Account and password, and whatever else the server asks for. */
export function SignInFields({ form, captcha, accountHint, codeHint }: Props) {
  const t = useWords('login')
  return (
    <>
      <Field
        name="userName"
        label={t('account')}
        placeholder={accountHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.problems.userName}
      />
      <PasswordField
        name="passWord"
        label={t('password')}
        autoComplete="current-password"
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        error={form.problems.passWord}
      />
      {form.asked.includes('totp') ? (
        <Field
          name="totp"
          label={t('code')}
          placeholder={codeHint}
          autoComplete="one-time-code"
          autoFocus
          error={form.problems.totp}
        />
      ) : null}
      {captcha.picture ? (
        <Suspense>
          <PictureField picture={captcha.picture} error={form.problems.captcha} onRenew={captcha.renewPicture} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Shows what the form is doing: sending, or waiting to send again. */
export function SubmitButton({ busy, retryInS }: { busy: boolean; retryInS: number }) {
  const t = useWords('login')
  return (
    <Button type="submit" busy={busy || retryInS > 0}>
      {retryInS > 0 ? t('retryIn', { count: retryInS }) : busy ? t('submitting') : t('submit')}
    </Button>
  )
}
