import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Checkbox } from '../../../ui/components/auth/checkbox.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { prepareProof } from '../../../ui/forms/captcha.ts'
import PictureField from '../../../ui/forms/picture-field.tsx'
import { useLimits } from '../../../ui/forms/prerendered.ts'
import { NewPassword } from '../../features/account/new-password.tsx'
import { useWords } from '../../words/language.ts'
import { AgreementTick } from './agreement-tick.tsx'
import { InviteField } from './invite-field.tsx'
import type { useRegister } from './use-register.ts'

export function RegisterForm({ form, captcha }: Omit<ReturnType<typeof useRegister>, 'closed'>) {
  const t = useWords('register')
  const account = useWords('account')
  const { userNameMin: min, userNameMax: max } = useLimits()
  // method and action matter before hydration: a password must never get into the address.
  return (
    <form
      className="gap4"
      method="post"
      action="/reg"
      noValidate
      onSubmit={form.onSubmit}
      onFocus={captcha.picture ? undefined : prepareProof}
    >
      <Field
        name="userName"
        label={t('account')}
        hint={t('accountHint', { min, max })}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={max}
        error={form.problems.userName}
      />
      <NewPassword name="passWord" label={account('password')} error={form.problems.passWord} />
      <InviteField error={form.problems.inviteCode} />
      {captcha.picture ? (
        <PictureField picture={captcha.picture} error={form.problems.captcha} onRenew={captcha.renewPicture} />
      ) : null}
      <Checkbox name="remember" label={t('remember')} defaultChecked />
      <AgreementTick problems={form.problems} />
      {form.failure === null ? null : <Callout tone="bad">{form.failure}</Callout>}
      <Button type="submit" busy={form.busy}>
        {form.busy ? t('submitting') : t('submit')}
      </Button>
    </form>
  )
}
