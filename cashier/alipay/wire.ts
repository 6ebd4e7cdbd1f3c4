import { createSign, createVerify } from 'node:crypto'

/** The text that is signed: fields sorted by name, raw values, nothing encoded. */
export function signedText(fields: Record<string, string>, without: readonly string[]): string {
  return Object.keys(fields)
    .filter((name) => !without.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

export function signRsa2(text: string, privateKey: string): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')
}

export function isSignedRsa2(text: string, signature: string, publicKey: string): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKey, signature, 'base64')
}

/** The signed text of a request: empty values are left out, sign_type is not. */
export function requestText(fields: Record<string, string>): string {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  return signedText(filled, ['sign'])
}

/** The node is signed byte for byte as it is sent. Slashes are escaped, like at the real gateway. */
export function writeAnswer(node: string, value: object, privateKey: string): string {
  const content = JSON.stringify(value).replaceAll('/', '\\/')
  return `{"${node}":${content},"sign":"${signRsa2(content, privateKey)}"}`
}
