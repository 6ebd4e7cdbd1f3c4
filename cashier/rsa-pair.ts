import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

export async function makeRsaPair(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  // Trim the last line break: the SDK of Alipay takes an empty last line for a part of the key.
  return { privateKey: privateKey.trim(), publicKey: publicKey.trim() }
}
