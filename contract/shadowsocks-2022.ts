/** The ciphers of 2022 that carry several users, with the length of their keys. */
export const keyBytes2022 = { '2022-blake3-aes-256-gcm': 32, '2022-blake3-aes-128-gcm': 16 } as const
type Cipher2022 = keyof typeof keyBytes2022

export function is2022(cipher: unknown): cipher is Cipher2022 {
  return typeof cipher === 'string' && Object.hasOwn(keyBytes2022, cipher)
}

/**
 * The key of a user. It is made from the first characters of the credential, as foreign agents do it: of the shorter key
 * only 13 of them are chance, so the longer one is the better.
 */
export function userKey2022(cipher: Cipher2022, credential: string): string {
  return btoa(credential.slice(0, keyBytes2022[cipher]))
}

/** A client's password is the key of the node and its own. */
export function password2022(cipher: Cipher2022, serverKey: string, credential: string): string {
  return `${serverKey}:${userKey2022(cipher, credential)}`
}
