import { writeAppKey } from '../../../contract/app-key.ts'
import { markdownBlocks } from '../../domains/notices/markdown-blocks.ts'
import { loadOwnText, type OwnTextKind } from '../../domains/resellers/own-texts.ts'
import { blocksHtml } from './blocks-html.ts'
import type { HostedDeps, HostedView } from './send-hosted.ts'

/** The reseller's own text in the reader's language; null when our text applies or the database is away. */
export async function ownTextHtml(
  { reseller, resellerId, language, mayLeave }: HostedView,
  { db }: HostedDeps,
  kind: OwnTextKind,
): Promise<string | null> {
  const text = reseller && (await loadOwnText(db, resellerId, kind, language))
  if (!text) return null
  const ownLink = (path: string) => (mayLeave ? `${path}?app_key=${writeAppKey(resellerId)}` : null)
  return `<section>${blocksHtml(markdownBlocks(text), ownLink)}</section>`
}
