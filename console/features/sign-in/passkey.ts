import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

import { loadChunk } from '../../../ui/http/load-chunk.ts'

type Json = Record<string, unknown>

const library = () => loadChunk(() => import('@simplewebauthn/browser'))

// The server's library writes the options and the browser's library reads them. The contract only passes them on.

/** The device presents an existing passkey. */
export async function showPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await library()
  return {
    ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })),
  }
}

/** The device makes a new passkey. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await library()
  return { ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })) }
}
