import { knownAddress } from '../../platform/limits/client-address.ts'

/** The caller's address as a key's networks name it: an IPv4 address may arrive in the clothes of IPv6. */
export function dialledFrom(address: string): string | null {
  const known = knownAddress(address)
  return known && (/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(known)?.[1] ?? known)
}
