import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** Loaded by the first call that needs it: what it knows of certificates takes a tenth of every start. */
export const loadWebauthn = () => import('@simplewebauthn/server')

/** The site a passkey belongs to. A browser ties each one to that name for good. */
export type RelyingParty = { id: string; origin: string }

/** Ed25519, P-256, RSA: every passkey there is. The library's default adds one that Node calls experimental. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/**
 * Which challenge a browser answers. The shape of the answer is unknown here: whatever the decoder makes of it, only a
 * challenge that is in a table gets on.
 */
export function challengeOf(response: unknown): string | null {
  try {
    const answer = response as { response: { clientDataJSON: string } }
    const text = Buffer.from(answer.response.clientDataJSON, 'base64url').toString()
    const { challenge } = JSON.parse(text) as { challenge?: unknown }
    // A zero byte inside would break the query, not miss its row.
    return typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}

/** The key that answers, as it names itself; null for what is no name. */
export function credentialIdOf(response: { id?: unknown }): string | null {
  return typeof response.id === 'string' && /^[\w-]{1,1400}$/.test(response.id) ? response.id : null
}

/** Whose key it says it is. */
export function userHandleOf(response: Record<string, unknown>): string | null {
  const handle = (response['response'] as { userHandle?: unknown } | null | undefined)?.userHandle
  return typeof handle === 'string' ? handle : null
}

export type NewCredential = { id: string; publicKey: Buffer; counter: number; transports: string[] }

/** The public half of a key that a browser has just made; null when anything about it is wrong. */
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
    // The library throws for every wrong or hostile shape alike; all of them are the same refusal.
    return null
  }
}

/** The counter that the key now stands at; null when the answer is not this key's to this challenge. */
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

/** Hints for the browser, repeated to it later: only short words are kept. */
function plainTransports(transports: unknown): string[] {
  if (!Array.isArray(transports)) return []
  return transports.filter((word) => typeof word === 'string' && /^[a-z-]{1,20}$/.test(word)).slice(0, 8)
}
