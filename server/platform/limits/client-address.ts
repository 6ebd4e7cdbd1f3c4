import { isIP } from 'node:net'

/** An address that the database can store; null for one that a proxy made up. */
export function knownAddress(address: string): string | null {
  // A link-local address carries a zone, which no column accepts.
  const plain = address.split('%')[0] ?? ''
  return isIP(plain) === 0 ? null : plain
}

/** What counts as one caller: an IPv4 address, or the /64 that an IPv6 customer owns as a whole. */
export function callerOf(address: string): string {
  return shorten(address, 4, 4)
}

/** The caller's network: /24, or /48 for IPv6. */
export function networkOf(address: string): string {
  return shorten(address, 3, 3)
}

function shorten(address: string, octets: number, groups: number): string {
  const known = knownAddress(address)
  if (known === null) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(known)?.[1] ?? known
  if (isIP(mapped) === 4) return mapped.split('.').slice(0, octets).join('.')
  return expand(mapped).slice(0, groups).join(':')
}

function expand(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...missing, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
