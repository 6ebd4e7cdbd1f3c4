import { useState } from 'react'

import type { UserInfo } from '../../../contract/accounts.ts'
import { api } from '../../../contract/api.ts'
import { isEmail } from '../../../ui/forms/validate.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { useConfigState } from '../../state/config.ts'
import { useHasMail } from '../../state/reseller-facts.ts'

type Sent = { address: string; passWord: string; resendAtMs: number }
type Step = 'rest' | 'address' | 'code' | 'done' | 'off'
type Proof = { code: string; totp: string }

/** Address and password, then code. The password stays in memory until then. `rest` shows the verified address, `off` says that no mail can be sent here. */
export function useBinding(info: UserInfo) {
  const dailiKey = useConfigState((state) => state.dailiKey)
  const hasMail = useHasMail()
  const [chosen, setStep] = useState<Step | null>(null)
  const step = chosen ?? (info.emailVerified ? 'rest' : 'address')
  const [sent, setSent] = useState<Sent>({
    address: info.email ?? nameAsAddress(info),
    passWord: '',
    resendAtMs: 0,
  })

  async function sendCode({ address, passWord }: Pick<Sent, 'address' | 'passWord'>): Promise<void> {
    // Back with the same address and password: the code is still valid, and the server would refuse another one.
    const isSame = address === sent.address && passWord === sent.passWord
    if (!isSame || Date.now() >= sent.resendAtMs) {
      try {
        const { resendAfterS } = await call(api.emails.code, { purpose: 'bind', email: address, passWord, dailiKey })
        setSent({ address, passWord, resendAtMs: Date.now() + resendAfterS * 1000 })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'email.off') return setStep('off')
        throw error
      }
    }
    setStep('code')
  }

  async function bind({ code, totp }: Proof): Promise<void> {
    await call(api.emails.bind, {
      email: sent.address,
      code,
      passWord: sent.passWord,
      ...(totp === '' ? {} : { totp }),
    })
    setSent({ ...sent, passWord: '' })
    setStep('done')
    await loadUserInfo({ skipRecent: true })
  }

  return { step: hasMail ? step : 'off', sent, sendCode, bind, begin: () => setStep('address') }
}

/** Many register with their e-mail address as the account name. It only fills the field: the code proves it. */
function nameAsAddress({ iuser }: UserInfo): string {
  return isEmail(iuser) ? iuser : ''
}
