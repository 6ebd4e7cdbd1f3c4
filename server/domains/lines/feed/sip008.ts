import { documentLines } from './document-lines.ts'
import type { ClientLine, FeedView } from './types.ts'

/** The JSON of Shadowsocks clients; it knows no other protocol. */
export function writeSip008(view: FeedView): string {
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
