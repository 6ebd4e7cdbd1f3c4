import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** Loaded by the first call that needs it: its certificate code takes a tenth of every start. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** The site a passkey belongs to. A browser binds each passkey to that name permanently. */
export type RelyingParty = { id: string; origin: string }

/** Ed25519, P-256, RSA: all existing passkeys. The library's default adds one that Node calls experimental. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/**
 * The challenge that a browser answers. The answer's shape is unknown here: whatever the decoder makes of it, only a
 * challenge from our table is accepted.
 */
export function challengeOf(response: unknown): string | null {
  try {
    const answer = response as { response: { clientDataJSON: string } }
    const text = Buffer.from(answer.response.clientDataJSON, 'base64url').toString()
    const { challenge } = JSON.parse(text) as { challenge?: unknown }
    // A zero byte would break the query instead of finding no row.
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}

/** The id of the answering key, as it names itself; null if it is not a valid id. */
export function credentialIdOf(response: { id?: unknown }): string | null {
  return typeof response.id === 'string' && /^[\w-]{1,1400}$/.test(response.id) ? response.id : null
}

/** The user that the key says it belongs to. */
export function userHandleOf(response: Record<string, unknown>): string | null {
  const handle = (response['response'] as { userHandle?: unknown } | null | undefined)?.userHandle
  return typeof handle === 'string' ? handle : null
}

export type NewCredential = { id: string; publicKey: Buffer; counter: number; transports: string[] }

/** The public half of a newly created key; null when anything about it is wrong. */
export async function verifyNewPasskey(
  site: RelyingParty,
  challenge: string,
  answer: Record<string, unknown>,
): Promise<NewCredential | null> {
  try {
    const { verifyRegistrationResponse } = await loadWebauthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey), counter, transports: plainTransports(transports) }
  } catch {
    // The library throws for every wrong or hostile shape; refuse all of them in the same way.
    return null
  }
}

/** The key's new counter; null when this key did not answer this challenge. */
export async function verifyPasskey(
  site: RelyingParty,
  challenge: string,
  passkey: { id: string; publicKey: Buffer; counter: number },
  answer: Record<string, unknown>,
): Promise<number | null> {
  try {
    const { verifyAuthenticationResponse } = await loadWebauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** Hints for the browser, sent back to it later: keeps only short words. */
function plainTransports(transports: unknown): string[] {
  if (!Array.isArray(transports)) return []
  return transports.filter((word) => typeof word === 'string' && /^[a-z-]{1,20}$/.test(word)).slice(0, 8)
}
