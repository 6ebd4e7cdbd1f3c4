import { feedFormats, type FeedFormat } from '../../../contract/clients.ts'
import { cleanName, uniqueNames } from '../lines/connection/names.ts'
import type { ClientLine, FeedView } from '../lines/connection/types.ts'
import { engineKnows } from './other-engines.ts'
import { texts } from './texts.ts'

export type DocumentLines = {
  /** Never empty; names are unique. */
  lines: ClientLine[]
  /** False when the only line is a notice that cannot connect. */
  isUsable: boolean
}

type Options = {
  /** Chooses the protocols: a client drops a line it cannot read, or the whole document. */
  format: FeedFormat
  /** What the format cannot say about a protocol that it knows. */
  knows?(line: ClientLine): boolean
  nameOf?(name: string): string
  /** Names that the format reserves. */
  taken?: readonly string[]
}

/** Selects the lines of a document. With none to connect to, the name of a single line says why. */
export function documentLines(
  view: FeedView,
  { format, knows = () => true, nameOf = cleanName, taken }: Options,
): DocumentLines {
  const isKnown = (line: ClientLine) =>
    feedFormats[format].includes(line.protocol) && knows(line) && engineKnows(line, view.engine)
  const known = view.reason ? [] : view.lines.filter(isKnown)
  const reason = view.reason ?? (view.lines.length === 0 ? 'lines' : 'client')
  const chosen = known.length > 0 ? known : [noticeLine(texts[view.language].reasons[reason])]
  const names = uniqueNames(
    chosen.map((line) => nameOf(line.name)),
    taken,
  )
  return { lines: chosen.map((line, at) => ({ ...line, name: names[at] ?? '' })), isUsable: known.length > 0 }
}

/** Port 1 of the user's own machine refuses at once: no client waits, and nothing leaves the machine. */
function noticeLine(name: string): ClientLine<'shadowsocks'> {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name,
    region: 'CN',
    address: '127.0.0.1',
    port: 1,
    protocol: 'shadowsocks',
    connection: 'agent',
    settings: { cipher: 'aes-128-gcm' },
    credential: 'notice',
    ratePercent: 100,
    suits: [],
  }
}
