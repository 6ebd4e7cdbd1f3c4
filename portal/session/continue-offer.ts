import { api } from '../../contract/api.ts'
import { readStored } from '../../ui/device/storage.ts'
import { call } from '../../ui/http/client.ts'
import { useConfigState } from '../state/config.ts'
import { readToken } from './token.ts'

/**
 * The account that /login offers to continue with; null when there is none or its session is over. Takes the router's
 * `location.state`, which says whether a credential was refused on the way here.
 */
export async function loadContinueName(state: unknown): Promise<string | null> {
  const isRefused = typeof state === 'object' && state !== null && 'isRefused' in state
  const userName = readStored('username')
  const { dailiKey } = useConfigState.getState()
  if (userName && mayBeOf(dailiKey, readStored('password')) && !isRefused) return userName
  if (readToken() === null) return null
  try {
    const info = await call(api.accounts.info, { dailiKey }, { noRedirect: true })
    return info.iuser
  } catch {
    return null
  }
}

/** A credential names its reseller (`dc1.260.…`). An older one does not, so it is tried. */
function mayBeOf(dailiKey: number, credential: string | null): boolean {
  const [, key] = credential?.match(/^dc1\.(\d{1,9})\./) ?? []
  return !!credential && (!key || +key === dailiKey)
}
