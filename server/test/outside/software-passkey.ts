import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { encodeCbor, type Cbor } from './cbor.ts'

type Json = Record<string, unknown>
type Creation = { challenge: string; rp: { id: string }; user: { id: string } }
type Assertion = { challenge: string; rpId: string }

export type PasskeyFaults = {
  origin?: string
  /** False: the key did not verify its user (no fingerprint, no PIN). */
  isUserVerified?: boolean
  counter?: number
  userHandle?: string
  attestation?: { format: string; statement: Map<string, Cbor> }
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/** A passkey without a device: real P-256 keys, real signatures, the bytes a browser would send. */
export function makeSoftwarePasskey(home: { origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle = ''

  const authenticatorData = (rpId: string, faults: PasskeyFaults, credential?: Buffer): Buffer => {
    const verified = faults.isUserVerified === false ? 0 : USER_VERIFIED
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.counter ?? counter)
    const flags = Buffer.from([USER_PRESENT | verified | (credential ? HAS_CREDENTIAL : 0)])
    return Buffer.concat([sha256(rpId), flags, count, ...(credential ? [credential] : [])])
  }
  const answer = (response: Json): Json => {
    const text = id.toString('base64url')
    return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response }
  }

  return {
    id: id.toString('base64url'),
    register(options: Json, faults: PasskeyFaults = {}): Json {
      const { challenge, rp, user } = options as Creation
      userHandle = user.id
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey.export({ format: 'jwk' }))])
      const authData = authenticatorData(rp.id, faults, credential)
      const { format = 'none', statement = new Map<string, Cbor>() } = faults.attestation ?? {}
      const object = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, faults.origin ?? home.origin),
        attestationObject: encodeCbor(object).toString('base64url'),
        transports: ['internal', 'hybrid'],
      })
    },
    signIn(options: Json, faults: PasskeyFaults = {}): Json {
      const { challenge, rpId } = options as Assertion
      counter += 1
      const authData = authenticatorData(rpId, faults)
      const client = clientData('webauthn.get', challenge, faults.origin ?? home.origin)
      const signed = Buffer.concat([authData, sha256(Buffer.from(client, 'base64url'))])
      return answer({
        clientDataJSON: client,
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: faults.userHandle ?? userHandle,
      })
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

/** RFC 9052's numbers: key type EC2, algorithm ES256, curve P-256, x, y. */
function coseKey({ x, y }: { x?: string | undefined; y?: string | undefined }): Buffer {
  const [xBytes, yBytes] = [Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]
  return encodeCbor(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, xBytes],
      [-3, yBytes],
    ]),
  )
}
