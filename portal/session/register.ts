import { AGREEMENT_VERSION } from '../../contract/agreement.ts'
import { api } from '../../contract/api.ts'
import { call } from '../../ui/http/client.ts'
import { useConfigState } from '../state/config.ts'
import { enterSession } from './sign-in.ts'
import { start } from './start.ts'

export type Registration = {
  userName: string
  passWord: string
  inviteCode: string
  captcha: string
  remember: boolean
}

/** Opens an account under the current agreement and signs in. */
export async function register(input: Registration): Promise<void> {
  await start()
  const daili = useConfigState.getState().dailiKey
  enterSession(await call(api.accounts.register, { ...input, daili, agreement: AGREEMENT_VERSION }))
}

/** Who invites with this code, masked; null when nobody does or no answer came. */
export async function findFriend(code: string): Promise<string | null> {
  await start()
  try {
    const { dailiKey } = useConfigState.getState()
    return (await call(api.invites.friend, { code, dailiKey }, { noRedirect: true })).nameMasked
  } catch {
    return null
  }
}
