import type { Overview } from '../../../contract/console/overview.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { moneyText } from '../../features/show/money.tsx'
import type { WaitingRow } from '../../features/show/waiting-card.tsx'
import type { Translate } from '../../words/words.ts'

/** The most urgent first; nothing that is zero, or hidden from this member. */
export function waitingRows(
  { waiting, balance, limit }: Pick<Overview, 'waiting' | 'balance' | 'limit'>,
  t: Translate<'overview'>,
): WaitingRow[] {
  const { withdrawals, refundWishes, unpaidPayments, unverifiedDomains, bulkRuns, blocked, tickets } = waiting
  const rows: (WaitingRow | null)[] = [
    balance?.isLow ? { text: balanceText(balance, t), tone: 'bad', to: '/money', press: t('topUp') } : null,
    limit
      ? {
          text: t(limit === 'full' ? 'limitFull' : 'limitNear'),
          tone: limit === 'full' ? 'bad' : 'warn',
          to: '/users',
          press: t('look'),
        }
      : null,
    blocked
      ? {
          text: t('blocked', { count: blocked.people, by: blocked.by, time: recordText(blocked.at) }),
          tone: 'warn',
          to: `/bulk/${blocked.bulkId}`,
          press: t('toBulk'),
        }
      : null,
    tickets
      ? { text: t('tickets', { count: tickets }), tone: 'warn', to: '/tickets?state=open', press: t('look') }
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

function balanceText(
  { balanceFen, owedFen, lastsDays }: NonNullable<Overview['balance']>,
  t: Translate<'overview'>,
): string {
  if (owedFen > 0) return t('owes', { amount: moneyText(owedFen) })
  return t('lasts', { amount: moneyText(balanceFen), days: lastsDays ?? 0 })
}
