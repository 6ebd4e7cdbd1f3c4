import { Link } from 'react-router'

import type { Overview } from '../../../contract/console/overview.ts'
import { moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './overview.module.css'

type Row = { text: string; tone: 'bad' | 'warn' | 'calm'; to: string; press: string }

/** Open decisions, the most urgent first, each with a link. */
export function WaitingCard({ overview }: { overview: Overview }) {
  const rows = useRows(overview)
  const t = useWords('overview')
  return (
    <Section title={t('waiting')}>
      {rows.length === 0 ? (
        <p className={css.calm}>{t('nothingWaits')}</p>
      ) : (
        <ul className={css.rows}>
          {rows.map(({ text, tone, to, press }) => (
            <li key={to} className={css.row}>
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

function useRows({ waiting, balance, limit }: Overview): Row[] {
  const t = useWords('overview')
  const { withdrawals, refundWishes, unpaidPayments, unverifiedDomains, bulkRuns } = waiting
  const rows: (Row | null)[] = [
    balance?.isLow ? { text: balanceText(balance, t), tone: 'bad', to: '/money', press: t('topUp') } : null,
    limit
      ? {
          text: t(limit === 'full' ? 'limitFull' : 'limitNear'),
          tone: limit === 'full' ? 'bad' : 'warn',
          to: '/users',
          press: t('look'),
        }
      : null,
    withdrawals
      ? {
          text: t('withdrawals', { count: withdrawals }),
          tone: 'warn',
          to: '/invites?tab=withdrawals',
          press: t('decide'),
        }
      : null,
    unverifiedDomains
      ? { text: t('domains', { count: unverifiedDomains }), tone: 'warn', to: '/brand', press: t('check') }
      : null,
    unpaidPayments
      ? { text: t('unpaid', { count: unpaidPayments }), tone: 'calm', to: '/payments?state=closed', press: t('look') }
      : null,
    refundWishes ? { text: t('wishes', { count: refundWishes }), tone: 'calm', to: '/orders', press: t('look') } : null,
    bulkRuns ? { text: t('bulks', { count: bulkRuns }), tone: 'calm', to: '/bulk', press: t('look') } : null,
  ]
  return rows.filter((row) => row !== null)
}

type Say = ReturnType<typeof useWords<'overview'>>

function balanceText({ balanceFen, owedFen, lastsDays }: NonNullable<Overview['balance']>, t: Say): string {
  if (owedFen > 0) return t('owes', { amount: moneyText(owedFen) })
  return t('lasts', { amount: moneyText(balanceFen), days: lastsDays ?? 0 })
}
