import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { WaitingCard, type WaitingRow } from '../../features/show/waiting-card.tsx'
import { useWords } from '../../words/language.ts'

/** Open decisions of the platform. */
export function PlatformWaiting({ overview }: { overview: PlatformOverview }) {
  const t = useWords('platform')
  return <WaitingCard title={t('waiting')} calm={t('nothingWaits')} rows={useRows(overview)} />
}

function useRows({ waiting, books, nodes }: PlatformOverview): WaitingRow[] {
  const t = useWords('platform')
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
