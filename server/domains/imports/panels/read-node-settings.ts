import { createHash } from 'node:crypto'

import { is2022, keyBytes2022 } from '../../../../contract/shadowsocks-2022.ts'
import { Decryption, Encryption, ENCRYPTION_NAME } from '../../../../contract/vless-encryption.ts'
import type { Row } from '../reader/row.ts'
import { asRecord, isOn, readSaid, textOf, type Said, type Settings } from './read-said.ts'
import { targetOf } from './reality-target.ts'

export type NodeDetails = {
  /** In the words of our node settings; whether they fit together is looked at when the node is made. */
  settings: Settings
  realityPrivateKey: string | null
  /** The node's half of `settings.encryption`. */
  decryption: string | null
}

export function readDetails(row: Row, protocol: string): { details: NodeDetails; said: Said } {
  const halves = protocol === 'vless' ? halvesOf(row) : null
  const cipher = row.text('cipher') ?? textOf(asRecord(row.json('protocol_settings')), 'cipher')
  const serverKey = serverKeyOf(row, cipher)
  const said = readSaid(row, { halves: halves !== null, serverKey: serverKey !== '' })
  const isReality = protocol === 'vless' && said.security === 'reality'
  const key = textOf(said.tls, 'private_key', 'privateKey')
  const own =
    protocol === 'shadowsocks' ? { cipher, serverKey } : settingsOf(protocol, said, (row.text('port') ?? '').trim())
  return {
    said,
    details: {
      settings: without({ ...own, encryption: halves?.encryption ?? '' }),
      realityPrivateKey: isReality && key !== '' ? key : null,
      decryption: halves?.decryption ?? null,
    },
  }
}

/** Both halves of VLESS's own encryption: Xboard keeps each whole, the others keep the parts. Null: there is none, or not both. */
function halvesOf(row: Row): { encryption: string; decryption: string } | null {
  const ofXboard = asRecord(asRecord(row.json('protocol_settings'))['encryption'])
  const parts = asRecord(row.json('encryption_settings'))
  const isInParts = !row.has('protocol_settings') && row.text('encryption') === ENCRYPTION_NAME
  const join = (...names: string[]) =>
    [ENCRYPTION_NAME, ...names.map((name) => textOf(parts, name)).filter(Boolean)].join('.')
  const [encryption, decryption] = isInParts
    ? textOf(parts, 'password') && textOf(parts, 'private_key')
      ? [join('mode', 'rtt', 'client_padding', 'password'), join('mode', 'ticket', 'server_padding', 'private_key')]
      : ['', '']
    : isOn(ofXboard['enabled'])
      ? [textOf(ofXboard, 'encryption'), textOf(ofXboard, 'decryption')]
      : ['', '']
  const isWhole = isHalf(Encryption, encryption) && isHalf(Decryption, decryption)
  return isWhole ? { encryption, decryption } : null
}

function isHalf(kind: unknown, half: string): boolean {
  const { pattern, maxLength } = kind as { pattern: string; maxLength: number }
  return half.length <= maxLength && new RegExp(pattern).test(half)
}

function settingsOf(protocol: string, said: Said, port: string): Settings {
  const place = tlsOf(said)
  if (protocol === 'hysteria2') {
    const speed = { upMbps: within(said.up, 1, 100_000), downMbps: within(said.down, 1, 100_000) }
    // Several ports, or a range of them, among which clients hop.
    const ports = /^\d{1,5}$/.test(port) ? '' : port.replaceAll(/\s/g, '')
    const hopSeconds = ports === '' ? '' : within(said.hop ?? 0, 5, 3600)
    return { ...place, ...speed, obfsPassword: said.obfsPassword, ports, hopSeconds }
  }
  if (protocol === 'tuic') {
    return { ...place, congestionControl: ['bbr', 'cubic'].includes(said.congestion) ? said.congestion : '' }
  }
  if (protocol === 'anytls') return place
  const stream = streamOf(said)
  if (protocol === 'trojan') return { ...stream, ...place }
  const { security, network } = said
  const hasFlow = protocol === 'vless' && network === 'tcp' && said.flow.startsWith('xtls-rprx-vision')
  return {
    ...stream,
    ...(security === 'none' ? {} : place),
    security: protocol === 'vmess' && security === 'reality' ? 'tls' : security,
    ...(hasFlow ? { flow: 'xtls-rprx-vision' } : {}),
    ...(protocol === 'vless' && security === 'reality' ? realityOf(said) : {}),
  }
}

function realityOf(said: Said): Settings {
  const { tls } = said
  const keys = { publicKey: textOf(tls, 'public_key', 'publicKey'), shortId: textOf(tls, 'short_id', 'shortId') }
  return { ...keys, target: targetOf(said).target ?? '' }
}

function tlsOf({ tls }: Said): Settings {
  const isInsecure = isOn(tls['allow_insecure'] ?? tls['allowInsecure'])
  return {
    sni: textOf(tls, 'server_name', 'serverName'),
    fingerprint: textOf(tls, 'fingerprint'),
    ...(isInsecure ? { allowInsecure: true } : {}),
  }
}

function streamOf({ network, transport }: Said): Settings {
  if (network === 'tcp') return { network }
  if (network === 'grpc') return { network, serviceName: textOf(transport, 'serviceName') }
  // Each where the panels look: what stands elsewhere is left over from another transport.
  const host = network === 'ws' ? textOf(asRecord(transport['headers']), 'Host') : textOf(transport, 'host')
  const mode = network === 'xhttp' ? { xhttpMode: textOf(transport, 'mode') } : {}
  // Clients and agents put the slash there, and take early data from the path.
  const path = textOf(transport, 'path').replace(/\?ed=\d+$/, '')
  return { network, path: path.startsWith('/') ? path : `/${path}`, host, ...mode }
}

/** As the panels make it, of the moment when the node was made; Xboard keeps that as text of Shanghai. */
function serverKeyOf(row: Row, cipher: string): string {
  if (!is2022(cipher)) return ''
  const text = row.text('created_at') ?? ''
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : Date.parse(`${text.trim().replace(' ', 'T')}+08:00`) / 1000
  if (!Number.isSafeInteger(seconds)) return ''
  const digest = createHash('md5').update(String(seconds)).digest('hex')
  return Buffer.from(digest.slice(0, keyBytes2022[cipher])).toString('base64')
}

function within(number: number, from: number, to: number): number | string {
  return Number.isInteger(number) && number >= from && number <= to ? number : ''
}

/** Leaves out empty settings: the panels write them where nothing was chosen. */
function without(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== '' && value !== undefined))
}
