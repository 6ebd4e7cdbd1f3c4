import type { TrafficRank } from '../../../../contract/traffic.ts'
import type { Point } from '../../../features/lines/use-own-traffic.ts'

const NAMES = ['li***8', 'w***ng', 'xi***99', 'de***o', 'su***y', 'ch***n', 'k***7', 'zh***i']
const ME = NAMES.indexOf('de***o')

/** For /demo: the visitor among sample users. */
export function sampleRank(points: readonly Point[], rankedAt: string): TrafficRank {
  const ownBytes = points.reduce((sum, { upBytes, downBytes }) => sum + upBytes + downBytes, 0)
  const bytesAt = (index: number) => Math.round(ownBytes * 1.22 ** (ME - index))
  return {
    top: NAMES.map((nameMasked, index) => ({
      place: index + 1,
      nameMasked,
      bytes: bytesAt(index),
      isMe: index === ME,
    })),
    me: { place: ME + 1, bytes: ownBytes },
    users: 128,
    rankedAt,
  }
}
