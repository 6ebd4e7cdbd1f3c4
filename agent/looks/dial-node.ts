import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type DetailedPeerCertificate } from 'node:tls'

import type { NodeFinding, NodeLook } from '../../contract/node-api.ts'
import { isUdpOnly } from '../../contract/node-engines.ts'
import type { Dialling } from '../forwarder.ts'

type Finding = Omit<NodeFinding, 'nodeId'>
type Look = Pick<NodeLook, 'address' | 'port' | 'protocol' | 'settings'>

const DIAL_MS = 5_000
const ALWAYS_TLS = ['trojan', 'anytls']

/**
 * Opens the node's port, with TLS where clients do, and closes it again without a byte of its own. `address` is null when
 * there is none that this machine may dial; UDP is not tried.
 */
export async function dialNode(
  look: Look,
  dialling: Dialling,
): Promise<{ address: string | null; finding: Finding | null }> {
  const began = performance.now()
  const way = isTls(look) ? 'tls' : 'tcp'
  const found = (fault: Finding['fault']): Finding => {
    return { way, ms: Math.min(60_000, Math.round(performance.now() - began)), fault }
  }
  const addresses = isIP(look.address) > 0 ? [look.address] : await dialling.lookUp(look.address).catch(() => [])
  if (addresses.length === 0) return { address: null, finding: found('name') }
  const address = addresses.find((one) => dialling.isPublic(one)) ?? null
  if (address === null || isUdpOnly(look)) return { address, finding: null }
  return { address, finding: found(await (way === 'tls' ? tryTls(look, address) : tryTcp(look.port, address))) }
}

/** REALITY shows another site's certificate, so only its port is tried. */
function isTls({ protocol, settings }: Look): boolean {
  return ALWAYS_TLS.includes(protocol) || settings['security'] === 'tls'
}

function tryTcp(port: number, host: string): Promise<Finding['fault']> {
  const socket = connect({ port, host, timeout: DIAL_MS })
  return outcome(socket, 'connect', () => null)
}

/** With the pin, or else by the name in the certificate, as clients do. */
function tryTls({ address, port, settings }: Look, host: string): Promise<Finding['fault']> {
  const { sni, allowInsecure, certSha256 } = settings
  const servername = typeof sni === 'string' ? sni : isIP(address) > 0 ? '' : address
  const socket = connectTls({ port, host, servername, timeout: DIAL_MS, rejectUnauthorized: false })
  return outcome(socket, 'secureConnect', () => {
    if (typeof certSha256 === 'string') return pinOf(socket.getPeerCertificate(true)) === certSha256 ? null : 'tls'
    return socket.authorized || allowInsecure === true ? null : 'tls'
  })
}

const pinOf = ({ fingerprint256 = '' }: DetailedPeerCertificate) => fingerprint256.replaceAll(':', '').toLowerCase()

function outcome(socket: Socket, event: string, judge: () => Finding['fault']): Promise<Finding['fault']> {
  return new Promise((resolve) => {
    let isOpen = false
    const done = (fault: Finding['fault']) => {
      socket.destroy()
      resolve(fault)
    }
    socket
      .once('connect', () => (isOpen = true))
      .once(event, () => done(judge()))
      .once('timeout', () => done('timeout'))
      .once('error', ({ code }: NodeJS.ErrnoException) => {
        if (isOpen) done('tls')
        else done(code === 'ECONNREFUSED' ? 'refused' : 'timeout')
      })
      // Closed without an error in the middle of the handshake.
      .once('close', () => done('tls'))
  })
}
