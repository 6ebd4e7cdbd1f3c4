import { Button } from '../../../ui/components/auth/button.tsx'
import { useLimits } from '../../../ui/forms/prerendered.ts'
import { EditForm } from '../../features/form/edit-form.tsx'
import { Field, PasswordField } from '../../features/form/plain-fields.tsx'
import { useRoleName } from '../../features/role/role-name.ts'
import { useDeadlineText } from '../../session/business-zone.ts'
import { useWords } from '../../words/language.ts'
import css from './join.module.css'
import { MailCode } from './mail-code.tsx'
import { type Invited, needsCode, useJoin } from './use-join.ts'

export function JoinForm({ token, invitation }: { token: string; invitation: Invited }) {
  const t = useWords('join')
  const signin = useWords('signin')
  const { passwordMin } = useLimits()
  const form = useJoin(token, invitation)
  const { problems, busy } = form
  const { email } = invitation
  return (
    <div className={css.stack}>
      <h1 className={css.title}>{t('title')}</h1>
      <Offer {...invitation} />
      <EditForm form={form}>
        <Field
          name="name"
          label={t('name')}
          hint={t('nameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={problems.name}
        />
        <Field
          name="email"
          label={t('email')}
          type="email"
          autoComplete="email"
          defaultValue={email ?? ''}
          readOnly={email !== null}
          error={problems.email}
        />
        {needsCode(invitation) ? (
          <MailCode token={token} error={problems.emailCode} onWrong={(text) => form.mark('email', text)} />
        ) : null}
        <PasswordField
          name="passWord"
          label={t('password')}
          hint={t('passwordHint', { min: passwordMin })}
          autoComplete="new-password"
          showLabel={signin('showPassword')}
          hideLabel={signin('hidePassword')}
          error={problems.passWord}
        />
        <Button type="submit" busy={busy}>
          {t('accept')}
        </Button>
        <p className={css.text}>{t('next')}</p>
      </EditForm>
    </div>
  )
}

/** The reseller, the role, and how long the link is valid. */
function Offer({ reseller, role, expiresAt }: Invited) {
  const t = useWords('join')
  const shell = useWords('shell')
  const roleName = useRoleName()
  const deadlineText = useDeadlineText()
  const office = reseller?.title ?? shell('platform')
  return (
    <p className={css.text}>
      {role === 'owner' && reseller ? t('ownerOf', { office }) : t('invitedTo', { office, role: roleName(role) })}
      <br />
      {t('until', { until: deadlineText(expiresAt) })}
    </p>
  )
}
