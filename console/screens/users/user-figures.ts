import { formatBytes } from '../../../contract/bytes.ts'
import type { ListedUser } from '../../../contract/console/users.ts'
import { leftText, userLook, type UserFacts } from '../../../ui/components/user-look.ts'
import type { Translate } from '../../words/words.ts'

const DAY_MS = 86_400_000
const GB = 1024 ** 3

/** The same days as the portal shows to the user. */
export function leftOf(
  user: UserFacts & Pick<ListedUser, 'bankedSeconds'>,
  nowMs: number,
  t: Translate<'users'>,
  states: Translate<'states'>,
): string | null {
  const { bankedSeconds } = user
  if (bankedSeconds > 0) return t('banked', { count: Math.floor((bankedSeconds * 1000) / DAY_MS) })
  const { left } = userLook(user, nowMs)
  if (left === null) return null
  return left.unit === 'days' ? t('days', { count: left.count }) : leftText(left, states)
}

/** 86 / 300 GB: easy to compare. Plans below 10 GB show a unit for both numbers. */
export function usedText(usedBytes: number, totalBytes: number): string {
  if (totalBytes < 10 * GB) return `${formatBytes(usedBytes)} / ${formatBytes(totalBytes)}`
  return `${Math.round(usedBytes / GB)} / ${Math.round(totalBytes / GB)} GB`
}

export function linesText({ lines }: Pick<ListedUser, 'lines'>, t: Translate<'users'>): string | null {
  const [first, second] = lines
  if (!first) return null
  if (lines.length === 1) return first.node
  return lines.length === 2
    ? `${first.node} · ${second!.node}`
    : t('moreLines', { name: first.node, count: lines.length })
}
