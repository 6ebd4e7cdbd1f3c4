import type { Line } from '../../../contract/lines.ts'

export type LastContact = { name: string; at: string }

/** The line that carried bytes last; null if none has. */
export function lastContact(lines: readonly Pick<Line, 'nodeName' | 'lastConnectedAt'>[]): LastContact | null {
  return lines.reduce<LastContact | null>((last, { nodeName: name, lastConnectedAt: at }) => {
    return at !== null && (last === null || at > last.at) ? { name, at } : last
  }, null)
}
