import type { NodeSetup } from '../../contract/node-api.ts'

/** What users of the node cannot reach, and who tells it addresses. */
export type NodeRoutes = {
  isBittorrentBlocked: boolean
  ports: string[]
  addresses: string[]
  names: string[]
  dns: string | null
}

export function routesOf({ settings }: Pick<NodeSetup, 'settings'>): NodeRoutes {
  const listOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value.split(',') : [])
  return {
    isBittorrentBlocked: settings.blockBittorrent === true,
    ports: listOf(settings.blockPorts),
    addresses: listOf(settings.blockAddresses),
    names: listOf(settings.blockNames),
    dns: typeof settings.dns === 'string' ? settings.dns : null,
  }
}

/** Where refused connections go in v2ray and Xray. */
export const REFUSED = 'refused'
const DNS = 'dns'

/** Rules of v2ray and Xray, to be put before the others. The engine's own questions for addresses come first. */
export function routeRules(
  { isBittorrentBlocked, ports, addresses, names, dns }: NodeRoutes,
  dnsOut: string,
): object[] {
  const refuse = (condition: object) => ({ type: 'field', outboundTag: REFUSED, ...condition })
  return [
    ...(dns === null ? [] : [{ type: 'field', inboundTag: [DNS], outboundTag: dnsOut }]),
    ...(isBittorrentBlocked ? [refuse({ protocol: ['bittorrent'] })] : []),
    ...(ports.length > 0 ? [refuse({ port: ports.join(',') })] : []),
    ...(names.length > 0 ? [refuse({ domain: names.map((name) => `domain:${name}`) })] : []),
    ...(addresses.length > 0 ? [refuse({ ip: addresses })] : []),
  ]
}

/** The engine's `dns`, where the operator has named a server. */
export function dnsOf({ dns }: NodeRoutes): { dns?: object } {
  return dns === null ? {} : { dns: { servers: [dns], tag: DNS } }
}
