import type { FeedFormat } from '../../../contract/clients.ts'
import { pack, type Encoding } from '../../platform/http/compress.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import type { FeedHead, FeedView } from '../lines/connection/types.ts'
import { formats } from './formats.ts'
import type { LinkedLine } from './queries.ts'

/** `packed`: the same bytes, compressed once for all who take them so. */
export type FeedDocument = { tag: string; plain: Buffer; packed: Map<Encoding, Promise<Buffer>> }
export type KeptFeed = {
  stamp: string
  lines: readonly LinkedLine[]
  /** Keyed by all other inputs of the document. */
  documents: Map<string, FeedDocument>
}
/** Keyed by the hash of the feed's token. */
export type KeptFeeds = { find(name: string): KeptFeed | undefined; keep(name: string, feed: KeptFeed): KeptFeed }

/**
 * Few: of a day's fetches of 100,000 users 0.1 % found theirs among 200, which took 18 MB. They are for who asks again at
 * once: several devices, retries, floods.
 */
const FEEDS_MAX = 16
const DOCUMENTS_MAX = 4

/**
 * Caches the most recently requested feeds. It saves opening, writing and compressing, but never the query: each request
 * asks the database for the owner, the account's state, and the stamp that tells whether the lines are current.
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

export function documentOf({ head, view, documents }: Written, format: FeedFormat): FeedDocument {
  const { usedBytes, usedUpBytes, totalBytes, refillsAt: _onlyInHeaders, expiresAt, ...rest } = head
  const { tellsUsage, write } = formats[format]
  const key = JSON.stringify([format, rest, tellsUsage ? [usedBytes, usedUpBytes, totalBytes, expiresAt] : null])
  const known = documents.get(key)
  if (known) return known
  const plain = Buffer.from(write(view()))
  const made = { tag: sha256(plain).toString('base64url').slice(0, 22), plain, packed: new Map() }
  if (documents.size >= DOCUMENTS_MAX) documents.clear()
  documents.set(key, made)
  return made
}

export function packedAs({ plain, packed }: FeedDocument, encoding: Encoding): Promise<Buffer> {
  const known = packed.get(encoding) ?? pack(plain, encoding)
  packed.set(encoding, known)
  return known
}
