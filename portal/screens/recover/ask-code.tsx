import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { useCountdown } from '../../../ui/components/use-countdown.ts'
import { prepareProof } from '../../../ui/forms/captcha.ts'
import PictureField from '../../../ui/forms/picture-field.tsx'
import { usePrefill } from '../../../ui/forms/prerendered.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import type { Way } from '../../session/recover.ts'
import { useWords } from '../../words/language.ts'
import css from './recover.module.css'
import type { RecoveryFlow } from './use-recovery.ts'

export function AskCode({ way, recovery }: { way: Way; recovery: RecoveryFlow }) {
  const t = useWords('recover')
  const base = useWords('base')
  const { captcha, userName } = recovery
  const inputRef = usePrefill(userName)
  const waitS = useCountdown(recovery.waitUntilMs)
  const form = useSubmit<'userName' | 'email' | 'captcha'>({
    rules: {
      userName: { label: t('account'), required: true },
      email: { label: t('address'), type: 'email' },
      captcha: { label: base('pictureCode'), required: captcha.picture !== null },
    },
    refusals: { 'auth.captcha_wrong': 'captcha' },
    send: async (values) => void (await recovery.sendCode(values, values.captcha)),
  })
  return (
    <form
      className="gap4"
      method="post"
      action="/find_pass"
      noValidate
      onSubmit={waitS > 0 ? (event) => event.preventDefault() : form.onSubmit}
      onFocus={captcha.picture ? undefined : prepareProof}
    >
      <p className="soft">{t(way === 'unlock' ? 'unlockIntro' : 'resetIntro')}</p>
      <Field
        ref={inputRef}
        name="userName"
        label={t('account')}
        placeholder={t('accountHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.problems.userName}
        enterKeyHint="go"
        onInput={recovery.dropWait}
      />
      <AddressField address={recovery.address} error={form.problems.email} />
      {captcha.picture ? (
        <PictureField picture={captcha.picture} error={form.problems.captcha} onRenew={captcha.renewPicture} />
      ) : null}
      {form.failure === null ? null : <Callout tone="bad">{form.failure}</Callout>}
      <Button type="submit" busy={form.busy || waitS > 0}>
        {form.busy ? t('sending') : waitS > 0 ? t('resendIn', { count: waitS }) : t('sendCode')}
      </Button>
      <button
        type="button"
        className={css.plain}
        onClick={() => recovery.enterCode(inputRef.current?.value.trim() ?? '')}
      >
        {t('haveCode')}
      </button>
    </form>
  )
}

type Props = { address: string | null; error: string | undefined }

/** Shown only after too many requests for this account: a user who also knows its address can continue at once. */
export function AddressField({ address, error }: Props) {
  const t = useWords('recover')
  if (address === null) return null
  return (
    <Field
      name="email"
      label={t('address')}
      hint={t('addressHint')}
      defaultValue={address}
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
    />
  )
}
