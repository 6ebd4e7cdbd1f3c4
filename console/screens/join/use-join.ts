import { useNavigate } from 'react-router'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import { useLimits } from '../../../ui/forms/prerendered.ts'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { send } from '../../session/send.ts'
import { useSessionState } from '../../session/session.ts'
import { enter } from '../../session/sign-in.ts'
import { useWords } from '../../words/language.ts'

export type Invited = Static<typeof consoleApi.join.show.output>
type Fields = 'name' | 'email' | 'emailCode' | 'passWord'

/** If the invitation was mailed, using it already proves its address. */
export const needsCode = ({ mail, email }: Invited) => mail && email === null

export function useJoin(token: string, invitation: Invited) {
  const t = useWords('join')
  const navigate = useNavigate()
  const { passwordMin } = useLimits()
  const withCode = needsCode(invitation)
  return useSubmit<Fields>({
    rules: {
      name: { label: t('name'), required: true },
      email: { label: t('email'), required: true, type: 'email' },
      emailCode: { label: t('emailCode'), required: withCode },
      passWord: { label: t('password'), required: true, min: passwordMin },
    },
    exact: ['passWord'],
    refusals: {
      'account.taken': 'name',
      'account.password_common': 'passWord',
      'account.password_reserved': 'passWord',
      'email.code_wrong': 'emailCode',
    },
    send: async ({ emailCode, ...values }) => {
      await send(consoleApi.join.accept, { token, ...values, ...(withCode ? { emailCode } : {}) })
      await enter()
      // Go on to the factor: required members are asked for it at once, others are offered it there.
      const state = useSessionState.getState()
      const isAsked = state.at === 'in' && state.session.factor.required
      await navigate(isAsked ? '/' : '/account', { replace: true })
    },
  })
}
