import { documentLines } from './document-lines.ts'
import type { FeedView } from './types.ts'
import { lineUri } from './uri.ts'

/** One address per line, the whole in base64: what most clients understand. */
export function writeBase64List(view: FeedView): string {
  return Buffer.from(`${uriList(view).join('\n')}\n`).toString('base64')
}

export function uriList(view: FeedView): string[] {
  return documentLines(view, { knows: () => true }).lines.map(lineUri)
}
