import { civilTime } from '../../../../contract/civil-time.ts'
import { writeClash } from './clash.ts'
import { documentLines } from './document-lines.ts'
import { writeSingBox } from './sing-box.ts'
import { writeSurge } from './surge.ts'
import type { FeedView, ClientLine } from './types.ts'
import { lineUri } from './uri.ts'

type Format = {
  contentType: string
  /** Extension of the file that a client keeps. */
  extension: string
  /** The document includes the usage, so it changes with every byte. */
  tellsUsage?: true
  write(view: FeedView): string
}

const yaml = { contentType: 'text/yaml; charset=utf-8', extension: '.yaml' }
const json = { contentType: 'application/json; charset=utf-8', extension: '.json' }
const text = { contentType: 'text/plain; charset=utf-8', extension: '.txt' }

const all = {
  mihomo: { ...yaml, write: (view) => writeClash(view, 'mihomo') },
  stash: { ...yaml, write: (view) => writeClash(view, 'stash') },
  clash: { ...yaml, write: (view) => writeClash(view, 'clash') },
  'sing-box': { ...json, write: writeSingBox },
  sip008: { ...json, tellsUsage: true, write: writeSip008 },
  surge: { contentType: 'application/octet-stream', extension: '.conf', write: writeSurge },
  shadowrocket: { ...text, tellsUsage: true, write: writeShadowrocket },
  base64: { ...text, write: writeBase64List },
} satisfies Record<string, Format>

export type FormatId = keyof typeof all
export const formats: Record<FormatId, Format> = all

/** One address for each line, all in base64: most clients read this. */
function writeBase64List(view: FeedView): string {
  return Buffer.from(`${uriList(view).join('\n')}\n`).toString('base64')
}

function uriList(view: FeedView): string[] {
  return documentLines(view, { knows: () => true }).lines.map(lineUri)
}

const GB = 1024 ** 3

/** The list of addresses, after a first line that Shadowrocket shows under the feed's name. */
function writeShadowrocket(view: FeedView): string {
  const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(2)}GB`
  const end = view.expiresAt ? `💡Expires:${dayOf(view.expiresAt, view.timeZone)}` : ''
  const status = `STATUS=🚀↑:${gigabytes(0)},↓:${gigabytes(view.usedBytes)},TOT:${gigabytes(view.totalBytes)}${end}`
  return Buffer.from(`${[status, ...uriList(view)].join('\n')}\n`).toString('base64')
}

function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = civilTime(at, timeZone)
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** The JSON of Shadowsocks clients; the format has no other protocol. */
function writeSip008(view: FeedView): string {
  const { lines } = documentLines(view, { knows: (line) => line.protocol === 'shadowsocks' })
  const document = {
    version: 1,
    servers: (lines as ClientLine<'shadowsocks'>[]).map((line) => ({
      id: line.id,
      remarks: line.name,
      server: line.address,
      server_port: line.port,
      password: line.credential,
      method: line.settings.cipher,
    })),
    bytes_used: view.usedBytes,
    bytes_remaining: Math.max(0, view.totalBytes - view.usedBytes),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
