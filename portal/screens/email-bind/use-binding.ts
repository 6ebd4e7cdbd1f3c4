import { useState } from 'react'

import type { UserInfo } from '../../../contract/accounts.ts'
import { api } from '../../../contract/api.ts'
import { isEmail } from '../../../ui/forms/validate.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { loadUserInfo } from '../../session/user-info.ts'
import { useConfigState } from '../../state/config.ts'
import { useHasMail } from '../../state/reseller-facts.ts'

type Sent = { address: string; resendAtMs: number }
type Step = 'rest' | 'address' | 'code' | 'done' | 'off'
type Proof = { code: string; passWord: string; totp: string }

/** Address, then code. `rest` shows the verified address, `off` says that no mail can be sent here. */
export function useBinding(info: UserInfo) {
  const dailiKey = useConfigState((state) => state.dailiKey)
  const hasMail = useHasMail()
  const [chosen, setStep] = useState<Step | null>(null)
  const step = chosen ?? (info.emailVerified ? 'rest' : 'address')
  const [sent, setSent] = useState<Sent>({ address: info.email ?? nameAsAddress(info), resendAtMs: 0 })

  async function sendCode(address: string): Promise<void> {
    // Back with an unchanged address: its code is still valid, and the server would refuse another one.
    if (address !== sent.address || Date.now() >= sent.resendAtMs) {
      try {
        const { resendAfterS } = await call(api.emails.code, { purpose: 'bind', email: address, dailiKey })
        setSent({ address, resendAtMs: Date.now() + resendAfterS * 1000 })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'email.off') return setStep('off')
        throw error
      }
    }
    setStep('code')
  }

  async function bind({ code, passWord, totp }: Proof): Promise<void> {
    await call(api.emails.bind, {
      email: sent.address,
      code,
      passWord,
      ...(totp === '' ? {} : { totp }),
    })
    setStep('done')
    await loadUserInfo({ skipRecent: true })
  }

  return { step: hasMail ? step : 'off', sent, sendCode, bind, begin: () => setStep('address') }
}

/** Many register with their e-mail address as the account name. It only fills the field: the code proves it. */
function nameAsAddress({ iuser }: UserInfo): string {
  return isEmail(iuser) ? iuser : ''
}
