import { Link } from 'react-router'

import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './platform.module.css'

type Row = { text: string; tone: 'bad' | 'warn' | 'calm'; to: string; press: string }

/** Open decisions of the platform, the most urgent first, each with a link. */
export function WaitingCard({ overview }: { overview: PlatformOverview }) {
  const t = useWords('platform')
  const rows = useRows(overview)
  return (
    <Section title={t('waiting')}>
      {rows.length === 0 ? (
        <p className={css.calm}>{t('nothingWaits')}</p>
      ) : (
        <ul className={css.rows}>
          {rows.map(({ text, tone, to, press }) => (
            <li key={text} className={css.row}>
              <span className={css.dot} data-tone={tone} aria-hidden="true" />
              <span className={css.words}>{text}</span>
              <Link className={css.press} to={to}>
                {press}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function useRows({ waiting, books, nodes }: PlatformOverview): Row[] {
  const t = useWords('platform')
  const { withdrawals, payouts, agencies, refundWishes, failedJobs, lateMails, alerts } = waiting
  const [decide, look] = [t('decide'), t('look')]
  const asked: (Row & { count: number | null })[] = [
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
  tone: Row['tone'],
  to: string,
  press: string,
  say: (count: number) => string,
): Row & { count: number | null } {
  return { count, tone, to, press, text: say(count ?? 0) }
}
