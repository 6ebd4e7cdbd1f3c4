import { useState } from 'react'

import { Button } from '../../../ui/components/auth/button.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { useWords } from '../../words/language.ts'
import { FactorField, NameField, PictureField, StaffPasswordField } from './fields.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { signInWithPasskey } from './sign-in-with-passkey.ts'
import { useSignInForm } from './use-sign-in-form.ts'

/** Asks for name and password, then for whatever else the server wants. `name`: only this member may continue. */
export function SignInForm({ name }: { name?: string }) {
  const t = useWords('signin')
  const { form, captcha } = useSignInForm()
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure ?? failure}>
      <NameField defaultValue={name} error={form.problems.name} />
      <StaffPasswordField
        name="passWord"
        label={t('password')}
        autoComplete="current-password"
        error={form.problems.passWord}
        autoFocus={name !== undefined}
      />
      {form.asked.includes('totp') ? (
        <FactorField autoComplete="one-time-code" autoFocus error={form.problems.totp} />
      ) : null}
      <PictureField captcha={captcha} error={form.problems.captcha} />
      <Button type="submit" busy={form.busy}>
        {t(form.busy ? 'submitting' : 'submit')}
      </Button>
      <PasskeyButton label={t('withPasskey')} act={signInWithPasskey} onFailure={setFailure} />
    </Form>
  )
}
