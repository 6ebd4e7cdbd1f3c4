import { consoleApi } from '../../../contract/console/api.ts'
import { useCaptcha } from '../../../ui/forms/use-captcha.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { send } from '../../session/send.ts'
import { enter } from '../../session/sign-in.ts'
import { useWords } from '../../words/language.ts'

type Field = 'name' | 'passWord' | 'totp' | 'captcha'

export function useSignInForm() {
  const t = useWords('signin')
  const base = useWords('base')
  const captcha = useCaptcha()
  const form = useSubmit<Field>({
    rules: {
      name: { label: t('name'), required: true },
      passWord: { label: t('password'), required: true },
      totp: { label: t('code') },
      captcha: { label: base('pictureCode'), required: captcha.picture !== null },
    },
    exact: ['passWord'],
    asks: { 'auth.totp_required': 'totp' },
    refusals: { 'auth.totp_wrong': 'totp', 'auth.captcha_wrong': 'captcha' },
    send: async ({ name, passWord, totp, captcha: answer }) => {
      const attempt = async (proof?: string) => {
        const code = totp === '' ? {} : { totp }
        const input = { name, passWord, ...code, ...(proof === undefined ? {} : { captcha: proof }) }
        await send(consoleApi.session.signIn, input)
        await enter()
      }
      if (captcha.picture) await captcha.withProof(answer, attempt)
      else await captcha.proveIfAsked(attempt)
    },
  })
  return { form, captcha }
}
