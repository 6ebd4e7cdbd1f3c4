import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

import { loadChunk } from '../../../ui/http/load-chunk.ts'

type Json = Record<string, unknown>

const library = () => loadChunk(() => import('@simplewebauthn/browser'))

// The server's library wrote the options, the browser's reads them; the contract only passes them on.

/** The device shows a passkey it has. */
export async function showPasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await library()
  return {
    ...(await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })),
  }
}

/** The device makes one. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await library()
  return { ...(await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })) }
}
