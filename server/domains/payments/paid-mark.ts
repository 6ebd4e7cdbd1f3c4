import { equalBytes, hmac, type SealKeys } from '../../platform/secrets/crypto.ts'

const LIFE_MS = 24 * 3_600_000
const MAC_BYTES = 16

/** Names a payment in the address that its payer returns to, so that anybody who holds it can read the result for a day. */
export function writePaidMark(secret: Buffer, paymentId: string, now: Date): string {
  const body = `${paymentId}.${(now.getTime() + LIFE_MS).toString(36)}`
  return `${body}.${macOf(secret, body)}`
}

/** The payment's id; null for a mark that is forged or too old. */
export function readPaidMark({ secretKey, oldSecretKey }: SealKeys, mark: unknown, now: Date): string | null {
  const [, body = '', id = '', until = '', shown = ''] =
    /^(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\da-z]{1,12}))\.([\w-]{22})$/.exec(String(mark)) ?? []
  if (id === '' || Number.parseInt(until, 36) <= now.getTime()) return null
  // Compare the texts: several texts decode to the same bytes.
  const given = Buffer.from(shown)
  const isOurs = [secretKey, oldSecretKey].some((key) => key && equalBytes(Buffer.from(macOf(key, body)), given))
  return isOurs ? id : null
}

function macOf(secret: Buffer, body: string): string {
  return hmac(secret, 'paid', body).subarray(0, MAC_BYTES).toString('base64url')
}
