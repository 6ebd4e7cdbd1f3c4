import { consoleApi } from '../../../contract/console/api.ts'
import { send } from '../../session/send.ts'
import { enter } from '../../session/sign-in.ts'
import { showPasskey } from './passkey.ts'

/** A passkey proves both factors at once. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await send(consoleApi.factors.signInBegin, {})
  await send(consoleApi.factors.signIn, { response: await showPasskey(options) })
  await enter()
}
