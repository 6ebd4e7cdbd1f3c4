import { limits } from '../contract/limits.ts'
import type { StateInput } from './portal.ts'

/** Limits of the contract for one report. */
const LINES_MAX = 5_000
const ADDRESSES_MAX = 64
/** Space for everything in a report except addresses: 5,000 lines and 5,000 failed numbers take 310 KB. */
const REST_BYTES = 512 * 1024
const QUOTES_AND_COMMA = 3

/**
 * Fills one report: one address of each line, then a second of each, until it is full. With more lines than fit, `turn`
 * says where to begin, so that every line gets its turn.
 */
export function fitAddresses(seen: ReadonlyMap<number, ReadonlySet<string>>, turn: number): StateInput['addresses'] {
  const all = [...seen]
  const begin = all.length > LINES_MAX ? (turn * LINES_MAX) % all.length : 0
  const lines = [...all.slice(begin), ...all.slice(0, begin)]
    .slice(0, LINES_MAX)
    .map(([number, addresses]) => ({ number, known: [...addresses], addresses: [] as string[] }))
  let bytesLeft = limits.nodeBodyMaxBytes - REST_BYTES
  for (let round = 0; round < ADDRESSES_MAX; round += 1) {
    for (const { known, addresses } of lines) {
      const address = known[round]
      if (address === undefined) continue
      bytesLeft -= address.length + QUOTES_AND_COMMA
      if (bytesLeft >= 0) addresses.push(address)
    }
  }
  return lines.map(({ number, addresses }) => ({ number, addresses }))
}
