import { endingDays } from '../../../contract/console/choices.ts'
import type { Overview } from '../../../contract/console/overview.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { moneyText } from '../../features/show/money.tsx'
import type { WaitingRow } from '../../features/show/waiting-card.tsx'
import type { Translate } from '../../words/words.ts'

type Say = Translate<'overview'>

type Shown = Pick<Overview, 'waiting' | 'balance' | 'limit' | 'contacts'>

/** The most urgent first; nothing that is zero, or hidden from this member. `mayTell`: all users of an outage. */
export function workRows(overview: Shown, t: Say, mayTell: boolean): WaitingRow[] {
  return [
    ...urgentRows(overview, t, mayTell),
    ...decisionRows(overview, t),
    ...contactRows(overview, t),
    ...calmRows(overview, t),
  ]
}

function urgentRows({ waiting, balance, limit }: Omit<Shown, 'contacts'>, t: Say, mayTell: boolean): WaitingRow[] {
  const { nodesDown, blocked, outage } = waiting
  return [
    ...(nodesDown > 0
      ? [
          {
            ...row(t('nodesDown', { count: nodesDown }), 'bad', '/network', t('look')),
            ...(outage || !mayTell ? {} : { deed: { to: '/network?outage=begin', press: t('tellUsers') } }),
          },
        ]
      : []),
    ...(outage
      ? [
          {
            ...row(t('outage', { count: outage.nodes, time: recordText(outage.since) }), 'warn', '/network', t('look')),
            ...(mayTell ? { deed: { to: '/network?outage=end', press: t('endOutage') } } : {}),
          },
        ]
      : []),
    ...(balance?.isLow ? [row(balanceText(balance, t), 'bad', '/money', t('topUp'))] : []),
    ...(limit
      ? [row(t(limit === 'full' ? 'limitFull' : 'limitNear'), limit === 'full' ? 'bad' : 'warn', '/users', t('look'))]
      : []),
    ...(blocked
      ? [
          row(
            t('blocked', { count: blocked.people, by: blocked.by, time: recordText(blocked.at) }),
            'warn',
            `/bulk/${blocked.bulkId}`,
            t('toBulk'),
          ),
        ]
      : []),
  ]
}

function decisionRows({ waiting }: Pick<Overview, 'waiting'>, t: Say): WaitingRow[] {
  const { tickets, stuckPayments, withdrawals, unverifiedDomains } = waiting
  return [
    ...(tickets ? [row(t('tickets', { count: tickets }), 'warn', '/tickets?state=open', t('answer'))] : []),
    ...(stuckPayments > 0
      ? // The screen begins with them; filtered by a state, it would show others below that merely wait.
        [row(t('stuck', { count: stuckPayments }), 'warn', '/payments', t('look'))]
      : []),
    ...(withdrawals
      ? [row(t('withdrawals', { count: withdrawals }), 'warn', '/invites?tab=withdrawals', t('decide'))]
      : []),
    ...(unverifiedDomains > 0 ? [row(t('domains', { count: unverifiedDomains }), 'warn', '/brand', t('check'))] : []),
  ]
}

/** Each leads to exactly these users, and its deed to a bulk for them. */
function contactRows({ contacts }: Pick<Overview, 'contacts'>, t: Say): WaitingRow[] {
  if (contacts === null) return []
  const { ending, neverConnected, overQuota } = contacts
  const amount = ({ count, isFloor }: typeof ending) => ({ count, more: isFloor ? t('orMore') : '' })
  const groups = [
    {
      found: ending,
      text: t('ending', { ...amount(ending), days: endingDays }),
      asks: `endsWithinDays=${endingDays}`,
      press: t('remind'),
    },
    {
      found: neverConnected,
      text: t('neverConnected', amount(neverConnected)),
      asks: 'neverConnected=true',
      press: t('guide'),
    },
    { found: overQuota, text: t('overQuota', amount(overQuota)), asks: 'overQuota=true', press: t('remind') },
  ]
  return groups
    .filter(({ found }) => found.count > 0)
    .map(({ text, asks, press }) => ({
      ...row(text, 'calm', `/users?${asks}`, t('look')),
      deed: { to: `/bulk?make=notice&${asks}`, press },
    }))
}

function calmRows({ waiting: { refundWishes, bulkRuns } }: Pick<Overview, 'waiting'>, t: Say): WaitingRow[] {
  return [
    ...(refundWishes > 0 ? [row(t('wishes', { count: refundWishes }), 'calm', '/orders', t('look'))] : []),
    ...(bulkRuns > 0 ? [row(t('bulks', { count: bulkRuns }), 'calm', '/bulk', t('look'))] : []),
  ]
}

const row = (text: string, tone: WaitingRow['tone'], to: string, press: string): WaitingRow => ({
  text,
  tone,
  to,
  press,
})

function balanceText({ balanceFen, owedFen, lastsDays }: NonNullable<Overview['balance']>, t: Say): string {
  if (owedFen > 0) return t('owes', { amount: moneyText(owedFen) })
  return t('lasts', { amount: moneyText(balanceFen), days: lastsDays ?? 0 })
}
