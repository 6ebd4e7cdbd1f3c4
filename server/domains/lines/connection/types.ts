import type { Language } from '../../../../contract/languages.ts'
import type { SpeedMode } from '../../../../contract/lines.ts'
import type { NodeSettings, Protocol } from '../../../../contract/node-settings.ts'

type LineOf<P extends Protocol> = {
  id: string
  /** The node's name as its operator typed it; every format cleans it in its own way. */
  name: string
  region: string
  address: string
  port: number
  protocol: P
  /** Whether our own agent runs the node, or a foreign one. */
  connection: 'agent' | 'uniproxy'
  settings: NodeSettings<P>
  /** A UUID, used as id, password or both. */
  credential: string
  ratePercent: number
  suits: readonly string[]
}

/** The part of a line that a client needs; `protocol` decides which settings it has. */
export type ClientLine<P extends Protocol = Protocol> = { [K in P]: LineOf<K> }[P]

/** Engines of clients that read the documents of another one. */
export type OtherEngine = 'sing-box' | 'egern'

/** Why a feed has no line. `devices`: as many others as the plan allows have it already. `client`: there are lines, but this client's format supports none of them. */
export type EmptyReason =
  | 'locked'
  | 'paused'
  | 'none'
  | 'expired'
  | 'quota'
  | 'lines'
  | 'maintenance'
  | 'devices'
  | 'client'

/** The data of a feed beside its lines, in any format. */
export type FeedHead = {
  /** The brand's title. */
  title: string
  language: Language
  /** Null when the lines may be used; otherwise there are no lines. */
  reason: Exclude<EmptyReason, 'client'> | null
  /** The lines stay all the same: through them the portal and the cashier can be reached. */
  isOnLifeline: boolean
  usedBytes: number
  /** The uploaded part of them. */
  usedUpBytes: number
  totalBytes: number
  /** When the used bytes start again at 0; null: not before the end. */
  refillsAt: Date | null
  expiresAt: Date | null
  /** Time zone for showing the end as a day. */
  timeZone: string
  speedMode: SpeedMode
  /** The client reads the format, but this engine carries less than the format can say. */
  engine?: OtherEngine
  /** This feed's own public address. */
  url: string
  /** The user center. */
  portalUrl: string
  /** Where the reseller's support answers. */
  supportUrl: string
}

export type FeedView = FeedHead & {
  /** Best first for the speed mode. */
  lines: readonly ClientLine[]
}
