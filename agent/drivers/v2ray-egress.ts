import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { blockedRanges } from './blocked-ranges.ts'

/** The engine requires an address and a port here too, but does not use them. */
const nominal = { address: '127.0.0.1', port: 1 }
const overSocket = (file: string) => ({ streamSettings: { network: 'domainsocket', dsSettings: { path: file } } })
/** For an inbound that listens on a socket file, which no connection through the node can reach. */
export const onSocket = (file: string) => ({ listen: nominal.address, port: nominal.port, ...overSocket(file) })

const EVERY_ADDRESS = ['0.0.0.0/0', '::/0']
/** Short buffers: this hop is never the slow one, and long buffers would be held twice for every connection. */
const level = 1

/**
 * Where users may connect to. The engine looks a name up again for every rule and every attempt to connect, and the
 * name's server may answer differently each time, so a rule about a name does not fix the dialled address. Therefore
 * names are only looked up, and return as addresses through our own socket. Addresses are checked and dialled
 * unchanged. A name that neither family resolves goes nowhere. 1 GB by name takes 2.6 s of one core, by address 0.6 s.
 */
export function v2rayEgress(folder: string, reach: readonly string[]) {
  const id = randomUUID()
  const rounds = families().map((family) => {
    const tag = `round-${family}`
    return { tag, lookUp: `look-up-${family}`, domainStrategy: `Use${family}`, file: path.join(folder, `${tag}.sock`) }
  })
  const to = (outboundTag: string, condition: object) => ({ type: 'field', outboundTag, ...condition })
  return {
    inbounds: rounds.map(({ tag, file }) => {
      return { tag, protocol: 'vless', settings: { decryption: 'none', clients: [{ id, level }] }, ...onSocket(file) }
    }),
    // Traffic that matches no rule takes the first outbound.
    outbounds: [
      ...rounds.flatMap(({ tag, lookUp, domainStrategy, file }) => [
        { tag: lookUp, protocol: 'freedom', settings: { domainStrategy }, proxySettings: { tag } },
        {
          tag,
          protocol: 'vless',
          settings: { vnext: [{ ...nominal, users: [{ id, level, encryption: 'none' }] }] },
          ...overSocket(file),
        },
      ]),
      { tag: 'out', protocol: 'freedom' },
      { tag: 'nowhere', protocol: 'blackhole' },
    ],
    rules: [
      to('nowhere', { ip: blockedRanges(reach) }),
      to('out', { ip: EVERY_ADDRESS }),
      ...rounds.map(({ tag }, at) => to(rounds[at + 1]?.lookUp ?? 'nowhere', { inboundTag: [tag] })),
    ],
  }
}

/**
 * Users under these names get to the forwarder and nowhere else: it decides by the target that the client names. No
 * datagrams. While no agent runs, nobody listens at the socket, and they get nowhere at all.
 */
export function v2rayLifeline({ socket, emails }: { socket: string; emails: readonly string[] }) {
  const to = (outboundTag: string, condition: object) => ({ type: 'field', user: emails, outboundTag, ...condition })
  return {
    outbounds: [{ tag: 'lifeline', protocol: 'socks', settings: { servers: [nominal] }, ...overSocket(socket) }],
    rules: [to('lifeline', { network: 'tcp' }), to('nowhere', { network: 'udp' })],
  }
}

/** For a name with both families, only the first is tried: it must be one that leads out of this machine. */
function families(): string[] {
  const routes = readFileSync('/proc/net/route', 'utf8').split('\n')
  const hasIPv4 = routes.some((line) => line.split('\t')[1] === '00000000')
  return hasIPv4 ? ['IPv4', 'IPv6'] : ['IPv6', 'IPv4']
}
