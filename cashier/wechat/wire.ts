import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto'

import type { Request } from '../http.ts'
import type { CashierMerchant, MerchantBook } from '../merchants.ts'

const APART_S = 300

/** The shop that signed this request: five lines, its serial, a clock that is right. */
export function readSigner(merchants: MerchantBook, request: Request, now: Date): CashierMerchant | null {
  const [scheme = '', given = ''] = (request.headers.authorization ?? '').split(' ')
  const fields = Object.fromEntries([...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const { mchid, nonce_str: nonce, timestamp: at, serial_no: serial, signature = '' } = fields as Record<string, string>
  const merchant = merchants.find((one) => one.mchId === mchid)
  if (!merchant || scheme !== 'WECHATPAY2-SHA256-RSA2048' || serial !== merchant.wxSerial) return null
  if (!(Math.abs(Number(at) - now.getTime() / 1000) <= APART_S) || !request.headers['user-agent']) return null
  const query = String(request.query)
  const path = query === '' ? request.path : `${request.path}?${query}`
  const text = [request.method, path, at, nonce, request.body, ''].join('\n')
  const isRight = createVerify('RSA-SHA256').update(text).verify(merchant.wxMerchantPublicKey, signature, 'base64')
  return isRight ? merchant : null
}

export function signBody({ wxPlatformKey, wxPublicKeyId }: CashierMerchant, body: string, now: Date) {
  const [at, nonce] = [String(Math.floor(now.getTime() / 1000)), randomBytes(16).toString('hex')]
  return {
    'wechatpay-timestamp': at,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': wxPublicKeyId,
    'wechatpay-signature': createSign('RSA-SHA256').update(`${at}\n${nonce}\n${body}\n`).sign(wxPlatformKey, 'base64'),
  }
}

export function sealResource({ apiV3Key }: CashierMerchant, value: object, type: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(type))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()])
  const ciphertext = sealed.toString('base64')
  return { algorithm: 'AEAD_AES_256_GCM', original_type: type, ciphertext, associated_data: type, nonce }
}
