import { api } from '../../contract/api.ts'
import { call } from '../http/client.ts'
import { useConfigState } from '../state/config.ts'
import { readStored } from './storage.ts'
import { readToken } from './token.ts'

/**
 * The account that /login offers to go on with; null when there is none or its session is over. Takes the router's
 * `location.state`, which tells of a credential that was refused on the way here.
 */
export async function loadContinueName(state: unknown): Promise<string | null> {
  const isRefused = typeof state === 'object' && state !== null && 'isRefused' in state
  const userName = readStored('username')
  if (userName && readStored('password') && !isRefused) return userName
  if (readToken() === null) return null
  try {
    const info = await call(api.accounts.info, { dailiKey: useConfigState.getState().dailiKey }, { stay: true })
    return info.iuser
  } catch {
    return null
  }
}
