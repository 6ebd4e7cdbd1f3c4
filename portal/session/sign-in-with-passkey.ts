import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

import { api } from '../../contract/api.ts'
import { call } from '../../ui/http/client.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import { useConfigState } from '../state/config.ts'
import { enterSession } from './enter-session.ts'
import { start } from './start.ts'

/** False when the reader put the browser's question away, which is no failure. */
export async function signInWithPasskey(remember: boolean): Promise<boolean> {
  await start()
  const { dailiKey } = useConfigState.getState()
  const { startAuthentication } = await loadChunk(() => import('@simplewebauthn/browser'))
  const { options } = await call(api.factors.passkeyLoginBegin, { dailiKey })
  // The library's own shape, made by its other half on the server.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    if (isPutAway(error)) return null
    throw error
  })
  if (!answer) return false
  enterSession(await call(api.factors.passkeyLogin, { dailiKey, response: { ...answer }, remember }))
  return true
}

/** Browsers tell a refusal, a time-out and "no passkey here" apart from nothing else. */
function isPutAway(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
