import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Field } from '../../../ui/components/auth/field.tsx'
import { Form } from '../../../ui/components/form.tsx'
import { useLimits } from '../../../ui/forms/prerendered.ts'
import { useCaptcha } from '../../../ui/forms/use-captcha.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { FactorField, NameField, PictureField, StaffPasswordField } from '../../features/sign-in/fields.tsx'
import { send } from '../../session/send.ts'
import { useWords } from '../../words/language.ts'
import css from './sign-in.module.css'

type Who = { name: string; email: string }

/** A forgotten password: a code to the verified mailbox, then the factor and a new password. */
export function RecoverForm({ onBack }: { onBack: () => void }) {
  const t = useWords('signin')
  const [who, setWho] = useState<Who | null>(null)
  const [isDone, setDone] = useState(false)
  const query = useQuery({
    queryKey: [consoleApi.recover.show.path],
    queryFn: () => send(consoleApi.recover.show, {}),
    retry: false,
  })
  const { mail = true, operatorContact = null } = query.data ?? {}
  return (
    <div className={css.stack}>
      <h1 className={css.title}>{t('recoverTitle')}</h1>
      {isDone ? (
        <Callout tone="good">{t('recoverDone')}</Callout>
      ) : !mail ? (
        <p className={css.text}>{t('recoverNoMail')}</p>
      ) : who === null ? (
        <AskCode onSent={setWho} />
      ) : (
        <SetPassword who={who} onDone={() => setDone(true)} />
      )}
      <p className={css.text}>
        {t('recoverElse')}
        {operatorContact === null ? '' : ` ${t('recoverContact', { contact: operatorContact })}`}
      </p>
      <Button look="quiet" onClick={onBack}>
        {t('backToSignIn')}
      </Button>
    </div>
  )
}

function AskCode({ onSent }: { onSent: (who: Who) => void }) {
  const t = useWords('signin')
  const base = useWords('base')
  const captcha = useCaptcha()
  const form = useSubmit<'name' | 'email' | 'captcha'>({
    rules: {
      name: { label: t('name'), required: true },
      email: { label: t('recoverEmail'), required: true, type: 'email' },
      captcha: { label: base('pictureCode'), required: captcha.picture !== null },
    },
    refusals: { 'auth.captcha_wrong': 'captcha' },
    send: async ({ name, email, captcha: answer }) => {
      await captcha.withProof(answer, async (proof) => {
        await send(consoleApi.recover.sendCode, { name, email, captcha: proof })
        onSent({ name, email })
      })
    },
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <p className={css.text}>{t('recoverText')}</p>
      <NameField error={form.problems.name} />
      <Field
        name="email"
        label={t('recoverEmail')}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={form.problems.email}
      />
      <PictureField captcha={captcha} error={form.problems.captcha} />
      <Button type="submit" busy={form.busy}>
        {t('recoverSend')}
      </Button>
    </Form>
  )
}

function SetPassword({ who, onDone }: { who: Who; onDone: () => void }) {
  const t = useWords('signin')
  const { passwordMin } = useLimits()
  const form = useSubmit<'code' | 'totp' | 'newPass'>({
    rules: {
      code: { label: t('recoverCode'), required: true },
      totp: { label: t('code'), required: true },
      newPass: { label: t('recoverPassword'), required: true, min: passwordMin },
    },
    exact: ['newPass'],
    refusals: {
      'email.code_wrong': 'code',
      'auth.totp_wrong': 'totp',
      'auth.totp_required': 'totp',
      'account.password_common': 'newPass',
      'account.password_reserved': 'newPass',
    },
    send: async (values) => {
      await send(consoleApi.recover.reset, { ...who, ...values })
      onDone()
    },
  })
  return (
    <Form onSubmit={form.onSubmit} failure={form.failure}>
      <p className={css.text}>{t('recoverSent', { email: who.email })}</p>
      <Field
        name="code"
        label={t('recoverCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={form.problems.code}
      />
      <FactorField autoComplete="off" error={form.problems.totp} />
      <StaffPasswordField
        name="newPass"
        label={t('recoverPassword')}
        autoComplete="new-password"
        error={form.problems.newPass}
      />
      <Button type="submit" busy={form.busy}>
        {t('recoverSet')}
      </Button>
    </Form>
  )
}
