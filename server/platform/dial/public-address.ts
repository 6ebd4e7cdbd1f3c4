import { BlockList, isIP, isIPv4 } from 'node:net'

/** Never routed on the internet, or private: RFC 6890 and later additions. */
const CLOSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Within 2000::/3: protocols, Teredo and ORCHID, examples, 6to4. Ranges that carry an IPv4 address could carry any. */
const CLOSED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const closed = new BlockList()
for (const [net, bits] of CLOSED_V4) closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of CLOSED_V6) closed.addSubnet(net, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address is public on the internet. For IPv6 only global unicast counts, which excludes loopback,
 * link-local, ULA, multicast and every form that wraps an IPv4 address (mapped, compatible, NAT64) without naming them.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%')) return false
  if (isIPv4(text)) return !closed.check(text, 'ipv4')
  return isIP(text) === 6 && global6.check(text, 'ipv6') && !closed.check(text, 'ipv6')
}

export function isLoopbackAddress(text: string): boolean {
  return (isIPv4(text) && text.startsWith('127.')) || text === '::1'
}
