import { lazy, Suspense, useState } from 'react'

import { Button } from '../../../ui/components/auth/button.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { PasswordField } from '../../../ui/components/auth/password-field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { useWords } from '../../words/language.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { useSignInForm } from './use-sign-in-form.ts'

/** Loaded lazily, because few members are ever asked for a picture. */
const PictureField = lazy(() => loadChunk(() => import('../../../ui/forms/picture-field.tsx')))

/** Asks for name and password, then for whatever else the server wants. `name`: only this member may continue. */
export function SignInForm({ name }: { name?: string }) {
  const t = useWords('signin')
  const { form, captcha } = useSignInForm()
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure ?? failure}>
      <Field
        name="name"
        label={t('name')}
        placeholder={t('nameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={name}
        error={form.problems.name}
      />
      <PasswordField
        name="passWord"
        label={t('password')}
        autoComplete="current-password"
        showLabel={t('showPassword')}
        hideLabel={t('hidePassword')}
        error={form.problems.passWord}
        autoFocus={name !== undefined}
      />
      {form.asked.includes('totp') ? (
        <Field
          name="totp"
          label={t('code')}
          placeholder={t('codeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          autoFocus
          error={form.problems.totp}
        />
      ) : null}
      {captcha.picture ? (
        <Suspense>
          <PictureField picture={captcha.picture} error={form.problems.captcha} onRenew={captcha.renewPicture} />
        </Suspense>
      ) : null}
      <Button type="submit" busy={form.busy}>
        {t(form.busy ? 'submitting' : 'submit')}
      </Button>
      <PasskeyButton label={t('withPasskey')} act={signInWithPasskey} onFailure={setFailure} />
    </Form>
  )
}
