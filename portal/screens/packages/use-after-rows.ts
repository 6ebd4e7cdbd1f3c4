import { formatBytes } from '../../../contract/bytes.ts'
import type { Quote } from '../../../contract/packages.ts'
import type { Row } from '../../../ui/components/rows.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'

const DAY_S = 86_400

/** What the user will have once a quote is paid. */
export function useAfterRows({ action, after }: Quote): Row[] {
  const t = useWords('packages')
  const user = useWords('user')
  const rows: Row[] = []
  if (after.expiresAt) rows.push({ name: user('expiry'), value: dateText(after.expiresAt) })
  if (after.bankedSeconds > 0) {
    rows.push({ name: t('kept'), value: t('keptDays', { days: Math.floor(after.bankedSeconds / DAY_S) }) })
  }
  rows.push({ name: user('left'), value: formatBytes(after.leftBytes) })
  if (action === 'pack') return rows
  if (after.nextResetAt) rows.push({ name: t('nextReset'), value: dateText(after.nextResetAt) })
  rows.push({ name: t('limits'), value: t('limitsText', { devices: after.deviceLimit, lines: after.lineLimit }) })
  return rows
}
