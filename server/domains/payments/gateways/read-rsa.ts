import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

/** Accepts PEM or bare base64, PKCS#8 or PKCS#1; returns the form that the SDK needs. */
export function readPrivateKey(text: string): string | null {
  const key = bytesOf(text)
  const found = firstOf(['pkcs8', 'pkcs1'] as const, (type) => createPrivateKey({ key, format: 'der', type }))
  return found && found.export({ format: 'pem', type: 'pkcs8' }).toString().trim()
}

/** Refuses a private key: Node would silently take its public half. */
export function readPublicKey(text: string): string | null {
  if (readPrivateKey(text)) return null
  const key = bytesOf(text)
  const found = firstOf(['spki', 'pkcs1'] as const, (type) => createPublicKey({ key, format: 'der', type }))
  return found && asPublic(found)
}

export const asPublic = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }).toString().trim()

function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(/-----[^-]+-----/g, '').replaceAll(/\s/g, ''), 'base64')
}

function firstOf<T>(types: readonly T[], read: (type: T) => KeyObject): KeyObject | null {
  for (const type of types) {
    try {
      const key = read(type)
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      continue
    }
  }
  return null
}
