import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type DetailedPeerCertificate } from 'node:tls'

import type { NodeFinding, NodeLook } from '../../contract/node-api.ts'
import { isUdpOnly, usesTls } from '../../contract/node-engines.ts'
import type { Dialling } from '../forwarder.ts'

type Finding = Omit<NodeFinding, 'nodeId'>
type Look = Pick<NodeLook, 'address' | 'port' | 'protocol' | 'settings'>

const DIAL_MS = 5_000

/**
 * Opens the node's port, with TLS where clients do, and closes it again without a byte of its own. `address` is null when
 * there is none that this machine may dial; UDP is not tried.
 */
export async function dialNode(
  look: Look,
  dialling: Dialling,
): Promise<{ address: string | null; finding: Finding | null }> {
  const began = performance.now()
  // REALITY shows another site's certificate, so only its port is tried.
  const way = usesTls(look) ? 'tls' : 'tcp'
  const found = (what: Found): Finding => {
    return { way, ms: Math.min(60_000, Math.round(performance.now() - began)), ...what }
  }
  const addresses = isIP(look.address) > 0 ? [look.address] : await dialling.lookUp(look.address).catch(() => [])
  if (addresses.length === 0) return { address: null, finding: found({ fault: 'name' }) }
  const address = addresses.find((one) => dialling.isPublic(one)) ?? null
  if (address === null || isUdpOnly(look)) return { address, finding: null }
  return { address, finding: found(await (way === 'tls' ? tryTls(look, address) : tryTcp(look.port, address))) }
}

type Found = Pick<Finding, 'fault' | 'certSha256'>

function tryTcp(port: number, host: string): Promise<Found> {
  const socket = connect({ port, host, timeout: DIAL_MS })
  return outcome(socket, 'connect', () => ({ fault: null }))
}

/** With the pin, or else by the name in the certificate, as clients do. */
function tryTls({ address, port, settings }: Look, host: string): Promise<Found> {
  const { sni, allowInsecure, certSha256 } = settings
  const servername = typeof sni === 'string' ? sni : isIP(address) > 0 ? '' : address
  const socket = connectTls({ port, host, servername, timeout: DIAL_MS, rejectUnauthorized: false })
  return outcome(socket, 'secureConnect', () => {
    const pin = pinOf(socket.getPeerCertificate(true))
    const isGood = typeof certSha256 === 'string' ? pin === certSha256 : socket.authorized || allowInsecure === true
    return { fault: isGood ? null : 'tls', ...(socket.authorized ? {} : { certSha256: pin }) }
  })
}

const pinOf = ({ fingerprint256 = '' }: DetailedPeerCertificate) => fingerprint256.replaceAll(':', '').toLowerCase()

function outcome(socket: Socket, event: string, judge: () => Found): Promise<Found> {
  return new Promise((resolve) => {
    let isOpen = false
    const done = (found: Found) => {
      socket.destroy()
      resolve(found)
    }
    socket
      .once('connect', () => (isOpen = true))
      .once(event, () => done(judge()))
      .once('timeout', () => done({ fault: 'timeout' }))
      .once('error', ({ code }: NodeJS.ErrnoException) => {
        if (isOpen) done({ fault: 'tls' })
        else done({ fault: code === 'ECONNREFUSED' ? 'refused' : 'timeout' })
      })
      // Closed without an error in the middle of the handshake.
      .once('close', () => done({ fault: 'tls' }))
  })
}
