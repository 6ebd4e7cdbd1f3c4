import type { PlatformOverview } from '../../../contract/console/platform.ts'
import type { WaitingRow } from '../../features/show/waiting-card.tsx'
import type { Translate } from '../../words/words.ts'

/** The most urgent first; nothing that is zero, or hidden from this member. */
export function platformRows(
  { waiting, books, nodes }: Pick<PlatformOverview, 'waiting' | 'books' | 'nodes'>,
  t: Translate<'platform'>,
): WaitingRow[] {
  const { withdrawals, payouts, agencies, refundWishes, failedJobs, lateMails, alerts } = waiting
  const [decide, look] = [t('decide'), t('look')]
  const asked: (WaitingRow & { count: number | null })[] = [
    row(books?.problems ?? 0, 'bad', '/books', look, (count) => t('books', { count })),
    row(nodes.down, 'bad', '/nodes', look, (count) => t('nodesDown', { count })),
    row(alerts, 'bad', '/alerts', look, (count) => t('alerts', { count })),
    row(agencies, 'warn', '/resellers?state=waiting', decide, (count) => t('agencies', { count })),
    row(payouts, 'warn', '/payouts', decide, (count) => t('payouts', { count })),
    row(withdrawals, 'warn', '/payouts', decide, (count) => t('withdrawals', { count })),
    row(refundWishes, 'warn', '/refunds', decide, (count) => t('wishes', { count })),
    row(failedJobs, 'warn', '/jobs', look, (count) => t('jobs', { count })),
    row(lateMails, 'calm', '/mails', look, (count) => t('mails', { count })),
  ]
  return asked.filter(({ count }) => count !== null && count > 0)
}

function row(
  count: number | null,
  tone: WaitingRow['tone'],
  to: string,
  press: string,
  say: (count: number) => string,
): WaitingRow & { count: number | null } {
  return { count, tone, to, press, text: say(count ?? 0) }
}
