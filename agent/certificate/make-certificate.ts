import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'

import { DAY_MS } from '../../contract/durations.ts'
import { addressToNumber } from '../drivers/blocked-ranges.ts'
import { bits, integer, objectId, octets, sequence, set, tagged, text, time, truth } from './der.ts'

/** Long: with each new certificate users must fetch their subscription again. */
export const VALID_DAYS = 3_650
const COMMON_NAME_MAX = 64

const ECDSA_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'))

type Made = { certificate: string; key: string }

/** A key, and a certificate for this name or address that it has signed itself: for a server, and for nothing else. */
export function makeCertificate(name: string, now: Date): Made {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const commonName = objectId('2.5.4.3')
  const subject = sequence(set(sequence(commonName, text(name.slice(0, COMMON_NAME_MAX)))))
  // Clocks of clients are off.
  const from = new Date(now.getTime() - DAY_MS)
  const until = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  const content = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(randomBytes(16)),
    ECDSA_SHA256,
    subject,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions(name))),
  )
  const signature = sign('sha256', content, privateKey)
  const whole = sequence(content, ECDSA_SHA256, bits(signature))
  return { certificate: toPem(whole), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function extensions(name: string): Buffer[] {
  const [constraints, usage, purpose, names] = ['2.5.29.19', '2.5.29.15', '2.5.29.37', '2.5.29.17'].map(objectId)
  const SERVER = objectId('1.3.6.1.5.5.7.3.1')
  const digitalSignature = bits(Buffer.from([0x80]), 7)
  return [
    sequence(constraints!, truth(), octets(sequence())),
    sequence(usage!, truth(), octets(digitalSignature)),
    sequence(purpose!, octets(sequence(SERVER))),
    sequence(names!, octets(sequence(placeOf(name)))),
  ]
}

/** How a certificate writes a name, and how an address. */
function placeOf(name: string): Buffer {
  if (isIP(name) === 0) return tagged(2, Buffer.from(name, 'latin1'), false)
  const digits = addressToNumber(name).toString(16)
  return tagged(7, Buffer.from(digits.padStart(isIPv4(name) ? 8 : 32, '0'), 'hex'), false)
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
