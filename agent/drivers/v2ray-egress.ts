import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { blockedRanges } from './blocked-ranges.ts'

/** The engine wants a place on the network here as well, and uses none. */
const nominal = { address: '127.0.0.1', port: 1 }
const overSocket = (file: string) => ({ streamSettings: { network: 'domainsocket', dsSettings: { path: file } } })
/** For an inbound that listens on a socket in a folder, where no connection through the node can lead. */
export const onSocket = (file: string) => ({ listen: nominal.address, port: nominal.port, ...overSocket(file) })

const EVERY_ADDRESS = ['0.0.0.0/0', '::/0']
/** Short buffers: this way is never the slow one, and full ones would be held twice for every connection. */
const level = 1

/**
 * Where users get to. The engine looks a name up anew for every rule and every try to connect, and whoever runs the
 * name's server may answer differently each time: no rule about a name says which address is dialled. So names are only
 * looked up, and come round again as addresses through a socket of our own; addresses are judged and dialled as they
 * are. A name that is still one after both families goes nowhere. 1 GB by name takes 2.6 s of one core, by address 0.6 s.
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
    // What no rule is about takes the first.
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

/** Of a name with both, only the first is tried: it must be one that leads out of this machine. */
function families(): string[] {
  const routes = readFileSync('/proc/net/route', 'utf8').split('\n')
  const hasIPv4 = routes.some((line) => line.split('\t')[1] === '00000000')
  return hasIPv4 ? ['IPv4', 'IPv6'] : ['IPv6', 'IPv4']
}
