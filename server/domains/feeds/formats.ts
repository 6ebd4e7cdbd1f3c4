import { civilTime } from '../../../contract/civil-time.ts'
import type { FeedFormat } from '../../../contract/clients.ts'
import { passwordOf } from '../lines/connection/stream.ts'
import type { FeedView, ClientLine } from '../lines/connection/types.ts'
import { lineUri } from '../lines/connection/uri.ts'
import { writeClash } from './clash.ts'
import { documentLines } from './document-lines.ts'
import { loonKnows, loonNode } from './loon.ts'
import { quantumultXKnows, quantumultXServer } from './quantumult-x.ts'
import { writeSingBox } from './sing-box.ts'
import { surgeName } from './surge-proxy.ts'
import { writeSurge } from './surge.ts'

type Format = {
  contentType: string
  /** Extension of the file that a client keeps; Clash clients show the file's name as the profile's. */
  extension: string
  /** The document includes the usage, so it changes with every byte. */
  tellsUsage?: true
  write(view: FeedView): string
}

const yaml = { contentType: 'text/yaml; charset=utf-8', extension: '' }
const json = { contentType: 'application/json; charset=utf-8', extension: '.json' }
const text = { contentType: 'text/plain; charset=utf-8', extension: '.txt' }

const conf = { contentType: 'application/octet-stream', extension: '.conf' }

export const formats: Record<FeedFormat, Format> = {
  mihomo: { ...yaml, write: (view) => writeClash(view, 'mihomo') },
  stash: { ...yaml, write: (view) => writeClash(view, 'stash') },
  clash: { ...yaml, write: (view) => writeClash(view, 'clash') },
  'sing-box': { ...json, write: writeSingBox },
  sip008: { ...json, tellsUsage: true, write: writeSip008 },
  surge: { ...conf, write: (view) => writeSurge(view, 'surge') },
  surfboard: { ...conf, write: (view) => writeSurge(view, 'surfboard') },
  loon: { ...text, write: writeLoon },
  'quantumult-x': { ...text, write: writeQuantumultX },
  shadowrocket: { ...text, tellsUsage: true, write: writeShadowrocket },
  xray: { ...text, write: (view) => inBase64(uriList(view, 'xray')) },
  base64: { ...text, write: (view) => inBase64(uriList(view, 'base64')) },
}

/** One address for each line: most clients read this list in base64. */
function uriList(view: FeedView, format: FeedFormat): string[] {
  return documentLines(view, { format }).lines.map(lineUri)
}

function inBase64(list: readonly string[]): string {
  return Buffer.from(`${list.join('\n')}\n`).toString('base64')
}

function writeLoon(view: FeedView): string {
  const { lines } = documentLines(view, { format: 'loon', knows: loonKnows, nameOf: surgeName })
  return `${lines.map(loonNode).join('\n')}\n`
}

function writeQuantumultX(view: FeedView): string {
  const { lines } = documentLines(view, { format: 'quantumult-x', knows: quantumultXKnows, nameOf: surgeName })
  return `${lines.map(quantumultXServer).join('\n')}\n`
}

const GB = 1024 ** 3

/** The list of addresses, after a first line that Shadowrocket shows under the feed's name. */
function writeShadowrocket(view: FeedView): string {
  const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(2)}GB`
  const end = view.expiresAt ? `💡Expires:${dayOf(view.expiresAt, view.timeZone)}` : ''
  const { usedBytes, usedUpBytes } = view
  const used = `↑:${gigabytes(usedUpBytes)},↓:${gigabytes(usedBytes - usedUpBytes)}`
  const status = `STATUS=🚀${used},TOT:${gigabytes(view.totalBytes)}${end}`
  return inBase64([status, ...uriList(view, 'shadowrocket')])
}

function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = civilTime(at, timeZone)
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** The JSON of Shadowsocks clients; the format has no other protocol. */
function writeSip008(view: FeedView): string {
  const { lines } = documentLines(view, { format: 'sip008' })
  const document = {
    version: 1,
    servers: (lines as ClientLine<'shadowsocks'>[]).map((line) => ({
      id: line.id,
      remarks: line.name,
      server: line.address,
      server_port: line.port,
      password: passwordOf(line),
      method: line.settings.cipher,
    })),
    bytes_used: view.usedBytes,
    bytes_remaining: Math.max(0, view.totalBytes - view.usedBytes),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
