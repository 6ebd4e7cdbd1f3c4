import { equalBytes, hmac } from './crypto.ts'

/** What a signed text is for. Its key is derived from the purpose: a text of one kind is never taken for another. */
export type SignedKind = { purpose: string; prefix: string }

/** Fields that anybody may read and only this installation can write. No field may contain `|`. */
export function signFields(secret: Buffer, kind: SignedKind, fields: readonly (string | number)[]): string {
  const body = Buffer.from(fields.join('|')).toString('base64url')
  return `${kind.prefix}.${body}.${hmac(secret, kind.purpose, body).toString('base64url')}`
}

/** Null when we did not write it for this purpose. */
export function readFields(secret: Buffer, { purpose, prefix }: SignedKind, text: string): string[] | null {
  const [, given, body = '', shown = ''] = /^(\w+)\.([\w-]+)\.([\w-]{43})$/.exec(text) ?? []
  if (given !== prefix || !equalBytes(hmac(secret, purpose, body), Buffer.from(shown, 'base64url'))) return null
  return Buffer.from(body, 'base64url').toString('utf8').split('|')
}
