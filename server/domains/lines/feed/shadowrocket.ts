import { civilTime } from '../../../../contract/civil-time.ts'
import { uriList } from './base64-list.ts'
import type { FeedView } from './types.ts'

const GB = 1024 ** 3

/** The list of addresses below a line that Shadowrocket shows under the feed's name. */
export function writeShadowrocket(view: FeedView): string {
  const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(2)}GB`
  const end = view.expiresAt ? `💡Expires:${dayOf(view.expiresAt, view.timeZone)}` : ''
  const status = `STATUS=🚀↑:${gigabytes(0)},↓:${gigabytes(view.usedBytes)},TOT:${gigabytes(view.totalBytes)}${end}`
  return Buffer.from(`${[status, ...uriList(view)].join('\n')}\n`).toString('base64')
}

function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = civilTime(at, timeZone)
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}
