import type { Language } from '../../../../contract/languages.ts'
import type { SpeedMode } from '../../../../contract/lines.ts'
import type { NodeSettings, Protocol } from '../../../../contract/node-settings.ts'

type LineOf<P extends Protocol> = {
  id: string
  /** The node's name as its operator typed it; every format cleans it its own way. */
  name: string
  region: string
  address: string
  port: number
  protocol: P
  settings: NodeSettings<P>
  /** A UUID: id, password or both. */
  credential: string
  ratePercent: number
  suits: readonly string[]
}

/** A line as far as a client must know it; `protocol` tells which settings it has. */
export type ClientLine<P extends Protocol = Protocol> = { [K in P]: LineOf<K> }[P]

/** Why a feed brings no line. `client`: there are lines, but none that this client's format can say. */
export type EmptyReason = 'locked' | 'paused' | 'none' | 'expired' | 'quota' | 'lines' | 'maintenance' | 'client'

/** What a feed says beside its lines, whatever its format. */
export type FeedHead = {
  /** The brand's. */
  title: string
  language: Language
  /** Null: the lines may be used. Otherwise there are none. */
  reason: Exclude<EmptyReason, 'client'> | null
  usedBytes: number
  totalBytes: number
  expiresAt: Date | null
  /** Whose days an end is told in. */
  timeZone: string
  speedMode: SpeedMode
  /** This feed's own public address. */
  url: string
  /** The user center. */
  portalUrl: string
}

/** Everything a feed says. */
export type FeedView = FeedHead & {
  /** Best first for the speed mode. */
  lines: readonly ClientLine[]
}
