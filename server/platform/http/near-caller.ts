import type { FastifyRequest } from 'fastify'
import { BlockList, isIP } from 'node:net'

import { type Config, isLoopbackName } from '../../config.ts'

type Request = Pick<FastifyRequest, 'headers' | 'socket'>

/** Headers that a proxy adds to a visitor's request. */
const PROXY_HEADER = /^(?:x-forwarded-.+|x-real-ip|forwarded|via)$/
/** The names that TRUST_PROXY accepts beside addresses. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether the request comes from this machine itself, not through a proxy on it. */
export function isFromHere(request: Request): boolean {
  return !isForwarded(request) && isIn(listOf('loopback'), request)
}

/** The same, and under a name of this machine: a page of another site that was made to point here has its own name. */
export function isLocalCall(request: Request): boolean {
  const host = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? ''
  return isLoopbackName(host) && isFromHere(request)
}

/**
 * Whether the request comes from this machine, or from a proxy itself that TRUST_PROXY names. A visitor's request that
 * the proxy passes on does not count.
 */
export function makeIsFromProxy(trust: Config['trustProxy']): (request: Request) => boolean {
  const proxies = listOf(typeof trust === 'string' ? `loopback,${trust}` : 'loopback')
  return (request) => !isForwarded(request) && isIn(proxies, request)
}

function isForwarded({ headers }: Request): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name))
}

function isIn(list: BlockList, { socket }: Request): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function listOf(places: string): BlockList {
  const list = new BlockList()
  for (const network of places.split(',').flatMap((place) => NETWORKS[place] ?? [place])) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return list
}
