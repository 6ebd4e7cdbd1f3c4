import { formats, type FormatId } from './formats.ts'
import type { LinkedLine } from './queries.ts'
import type { FeedHead, FeedView } from './types.ts'

export type OpenedLine = Omit<LinkedLine, 'sealedCredential'> & { credential: string }
export type KeptFeed = {
  stamp: string
  lines: readonly OpenedLine[]
  /** By everything else that decides about them. */
  documents: Map<string, Buffer>
}
/** By the hash of their tokens. */
export type KeptFeeds = { find(name: string): KeptFeed | undefined; keep(name: string, feed: KeptFeed): KeptFeed }

/** Some 50 KB each at fifty lines. */
const FEEDS_MAX = 200
const DOCUMENTS_MAX = 8

/**
 * The last feeds that were asked for. It saves opening and writing, never asking: the database says with every call whose feed
 * it is, how that account stands, and by the stamp whether these are its lines.
 */
export function keepFeeds(): KeptFeeds {
  const feeds = new Map<string, KeptFeed>()
  const keep = (name: string, feed: KeptFeed) => {
    // Behind all others: the first is the one that nobody has asked for the longest.
    feeds.delete(name)
    feeds.set(name, feed)
    if (feeds.size > FEEDS_MAX) feeds.delete(feeds.keys().next().value!)
    return feed
  }
  return {
    find(name) {
      const found = feeds.get(name)
      return found && keep(name, found)
    },
    keep,
  }
}

type Written = { head: FeedHead; view(): FeedView; documents: KeptFeed['documents'] }

export function documentOf({ head, view, documents }: Written, format: FormatId): Buffer {
  const { usedBytes, totalBytes, expiresAt, ...rest } = head
  const { tellsUsage, write } = formats[format]
  const key = JSON.stringify([format, rest, tellsUsage ? [usedBytes, totalBytes, expiresAt] : null])
  const known = documents.get(key)
  if (known) return known
  const made = Buffer.from(write(view()))
  if (documents.size >= DOCUMENTS_MAX) documents.clear()
  documents.set(key, made)
  return made
}
