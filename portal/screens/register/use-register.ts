import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { limits } from '../../../contract/limits.ts'
import { useCaptcha } from '../../../ui/forms/use-captcha.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { isEmail } from '../../../ui/forms/validate.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { EMAIL_OFFER, userPath } from '../../paths.ts'
import { register } from '../../session/register.ts'
import { pathAfterLogin } from '../../session/return-path.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'

type Field = 'userName' | 'passWord' | 'inviteCode' | 'captcha' | 'agreement' | 'remember'
/** Why registration is closed here. */
type Closed = 'suspended' | 'unknown'

export function useRegister() {
  const t = useWords('register')
  const base = useWords('base')
  const account = useWords('account')
  const navigate = useNavigate()
  const { state } = useLocation()
  const hasMail = useHasMail()
  const captcha = useCaptcha()
  const [closed, setClosed] = useState<Closed | null>(null)

  async function send({
    userName,
    passWord,
    inviteCode,
    captcha: answer,
    ...ticks
  }: Record<Field, string>): Promise<void> {
    try {
      await captcha.withProof(answer, async (proof) => {
        await register({ userName, passWord, inviteCode, captcha: proof, remember: ticks.remember === 'on' })
        // A key stands behind `#`. The gift comes first: it may be gone later.
        if (pathAfterLogin(state).includes('#')) await navigate(pathAfterLogin(state), { replace: true })
        // Offers to verify an e-mail address used as the account name; it is not added without the code.
        else if (hasMail && isEmail(userName))
          await navigate(userPath('emailBind'), { replace: true, state: EMAIL_OFFER })
        // A new account has no plan: choosing one is the next step.
        else await navigate(userPath('tcBuy'), { replace: true })
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'reseller.suspended') setClosed('suspended')
      if (error instanceof ApiError && error.code === 'reseller.unknown') setClosed('unknown')
      throw error
    }
  }

  const form = useSubmit<Field>({
    rules: {
      userName: {
        label: t('account'),
        required: true,
        min: limits.userNameMin,
        max: limits.userNameMax,
        pattern: new RegExp(limits.userNamePattern),
        say: t('accountRule', { min: limits.userNameMin, max: limits.userNameMax }),
      },
      passWord: { label: account('password'), required: true, min: limits.passwordMin, max: limits.passwordMax },
      inviteCode: { label: t('invite'), max: limits.inviteCodeMax },
      captcha: { label: base('pictureCode'), required: captcha.picture !== null },
      agreement: { label: t('agreement'), required: true },
      remember: { label: t('remember') },
    },
    exact: ['passWord'],
    refusals: {
      'account.taken': 'userName',
      'account.password_common': 'passWord',
      'account.password_reserved': 'passWord',
      'invite.unknown': 'inviteCode',
      'auth.captcha_wrong': 'captcha',
    },
    send,
  })

  return { form, captcha, closed }
}
