import type { FeedFormat } from '../../../../contract/clients.ts'
import { formats } from './formats.ts'
import type { LinkedLine } from './queries.ts'
import type { FeedHead, FeedView } from './types.ts'

export type OpenedLine = Omit<LinkedLine, 'sealedCredential'> & { credential: string }
export type KeptFeed = {
  stamp: string
  lines: readonly OpenedLine[]
  /** Keyed by all other inputs of the document. */
  documents: Map<string, Buffer>
}
/** Keyed by the hash of the feed's token. */
export type KeptFeeds = { find(name: string): KeptFeed | undefined; keep(name: string, feed: KeptFeed): KeptFeed }

/** A feed takes about 50 KB at fifty lines. */
const FEEDS_MAX = 200
const DOCUMENTS_MAX = 8

/**
 * Caches the most recently requested feeds. It saves decrypting and writing, but never the query: each request asks the
 * database for the owner, the account's state, and the stamp that tells whether the lines are current.
 */
export function keepFeeds(): KeptFeeds {
  const feeds = new Map<string, KeptFeed>()
  const keep = (name: string, feed: KeptFeed) => {
    // Move it to the end: the first entry is then the least recently requested.
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

export function documentOf({ head, view, documents }: Written, format: FeedFormat): Buffer {
  const { usedBytes, usedUpBytes, totalBytes, refillsAt: _onlyInHeaders, expiresAt, ...rest } = head
  const { tellsUsage, write } = formats[format]
  const key = JSON.stringify([format, rest, tellsUsage ? [usedBytes, usedUpBytes, totalBytes, expiresAt] : null])
  const known = documents.get(key)
  if (known) return known
  const made = Buffer.from(write(view()))
  if (documents.size >= DOCUMENTS_MAX) documents.clear()
  documents.set(key, made)
  return made
}
