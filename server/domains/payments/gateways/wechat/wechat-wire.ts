import { createDecipheriv, createSign, createVerify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { randomToken } from '../../../../platform/secrets/crypto.ts'

/** How far WeChat's clock and ours may be apart: older proofs are replays. */
const APART_S = 300
const TAG_BYTES = 16

export type Signer = { mchId: string; serialNo: string; privateKey: string }
export type Verifier = { publicKeyId: string; publicKey: string }

/** Five lines, each with its end: method, path with query, seconds, nonce, body. */
export function authorize(signer: Signer, { method, path, body }: WechatCall, now: Date): string {
  const { mchId, serialNo, privateKey } = signer
  const [at, nonce] = [seconds(now), randomToken(16)]
  const text = [method, path, at, nonce, body, ''].join('\n')
  const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
  const fields = { mchid: mchId, nonce_str: nonce, timestamp: String(at), serial_no: serialNo, signature }
  const written = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`
}

export type WechatCall = { method: 'GET' | 'POST'; path: string; body: string }

/**
 * Whether WeChat wrote exactly this, now. The key is named by its serial; one that we do not have proves nothing. WeChat
 * sends some wrong signatures on purpose, so one that does not fit is refused without an alarm.
 */
export function isWritten(verifier: Verifier, headers: IncomingHttpHeaders, body: string, now: Date): boolean {
  const read = (name: string) => {
    const value = headers[`wechatpay-${name}`]
    return typeof value === 'string' ? value : ''
  }
  const at = read('timestamp')
  if (read('serial') !== verifier.publicKeyId || !/^\d{1,12}$/.test(at)) return false
  if (Math.abs(Number(at) - seconds(now)) > APART_S) return false
  const text = [at, read('nonce'), body, ''].join('\n')
  return createVerify('RSA-SHA256').update(text).verify(verifier.publicKey, read('signature'), 'base64')
}

type Sealed = { ciphertext: string; nonce: string; associated_data?: string }

/** Null unless it was sealed with this key. */
export function openResource(key: string, { ciphertext, nonce, associated_data: about = '' }: Sealed): unknown {
  try {
    const bytes = Buffer.from(ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key), Buffer.from(nonce), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    decipher.setAAD(Buffer.from(about))
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
