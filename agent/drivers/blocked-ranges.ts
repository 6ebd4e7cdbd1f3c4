import { isIPv4, isIPv6 } from 'node:net'

/**
 * Ranges that a user must not reach through the node: the machine itself, its network, and the addresses where clouds
 * hand out a machine's credentials. No two ranges may overlap: an engine's search could miss one.
 */
const blocked = {
  machine: ['0.0.0.0/8', '127.0.0.0/8'],
  network: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  /** A public address; inside Azure it is the machine's host. */
  host: ['168.63.129.16/32'],
  assigned: ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15'],
  examples: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32'],
  groups: ['224.0.0.0/4', 'ff00::/8'],
  reserved: ['240.0.0.0/4', '100::/64'],
  /** Unspecified, loopback, and outdated ways to write IPv4 in IPv6. */
  machine6: ['::/96', '2002::/16', '64:ff9b:1::/48'],
  network6: ['fc00::/7', 'fe80::/10', 'fec0::/10'],
}
/** Prefix of networks that translate IPv6 to IPv4: the IPv4 ranges above are blocked behind it, too. */
const TRANSLATED = '64:ff9b::'

type Range = { bits: 32 | 128; first: bigint; prefix: number }

/** Ranges as address/prefix, without those that `reach` in agent.json allows. */
export function blockedRanges(reach: readonly string[]): string[] {
  const holes = reach.map(parseRange)
  const ranges = Object.values(blocked).flat().map(parseRange)
  return [...ranges, ...ranges.filter(({ bits }) => bits === 32).map(translate)]
    .flatMap((range) => holes.reduce((left, hole) => left.flatMap((part) => without(part, hole)), [range]))
    .map(writeRange)
}

export function parseRange(text: string): Range {
  const [, address = '', length] = /^([^/%]+)(?:\/(\d+))?$/.exec(text) ?? []
  const bits = isIPv4(address) ? 32 : 128
  const prefix = Number(length ?? bits)
  if ((bits === 128 && !isIPv6(address)) || prefix > bits)
    throw new Error(`\`reach\` in agent.json: ${text} is no range such as 10.0.0.0/24`)
  const shift = BigInt(bits - prefix)
  return { bits, prefix, first: (addressToNumber(address) >> shift) << shift }
}

export function addressToNumber(address: string): bigint {
  if (isIPv4(address)) return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
  // The URL parser also turns an IPv4 tail into IPv6 groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before!.length - after!.length }, () => '0')
  return [...before!, ...zeros, ...after!].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

const translate = ({ first, prefix }: Range): Range => {
  return { bits: 128, first: addressToNumber(TRANSLATED) | first, prefix: prefix + 96 }
}

function without(range: Range, hole: Range): Range[] {
  if (contains(hole, range)) return []
  if (!contains(range, hole)) return [range]
  const prefix = range.prefix + 1
  const half = 1n << BigInt(range.bits - prefix)
  return [range.first, range.first + half].flatMap((first) => without({ ...range, first, prefix }, hole))
}

function contains(outer: Range, inner: Range): boolean {
  const shift = BigInt(outer.bits - outer.prefix)
  return outer.bits === inner.bits && outer.prefix <= inner.prefix && inner.first >> shift === outer.first >> shift
}

function writeRange({ bits, first, prefix }: Range): string {
  const size = bits === 32 ? 8 : 16
  const parts = Array.from(
    { length: bits / size },
    (_, at) => (first >> BigInt(bits - size * (at + 1))) & (2n ** BigInt(size) - 1n),
  )
  const address = bits === 32 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':')
  return `${address}/${prefix}`
}
