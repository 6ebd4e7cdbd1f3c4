import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Figures, Overview } from '../../../contract/console/overview.ts'
import { changeOf } from '../../features/show/change-note.ts'
import { useMayGo } from '../../features/show/may-go.ts'
import { Money, moneyText } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'
import { earnedFen, soldFen } from './all-ways.ts'
import css from './overview.module.css'

type Props = { overview: Overview; days: number; window: string }
type Part = { text: string; to: string }
type Shown = { label: string; value: ReactNode; to: string; note?: string; tone?: 'good' | 'warn'; parts?: Part[] }

/** One line of figures. Each names its window and leads to the rows behind it; what is zero waits until it is not. */
export function FigureLine({ overview, days, window }: Props) {
  const t = useWords('overview')
  const mayGo = useMayGo()
  const shown = figuresOf(overview, { t, days, window })
  if (shown.length === 0) return null
  return (
    <ul className={css.line}>
      {shown.map(({ label, value, to, note, tone, parts = [] }) => {
        const words = (
          <>
            <span className={css.label}>{label}</span>
            <b className={css.value}>{value}</b>
            {note ? (
              <span className={css.note} data-tone={tone}>
                {note}
              </span>
            ) : null}
          </>
        )
        return (
          <li key={label} className={css.figure}>
            {mayGo(to) ? (
              <Link className={css.cell} to={to}>
                {words}
              </Link>
            ) : (
              <div className={css.cell}>{words}</div>
            )}
            {parts.map((part) => (
              <Link key={part.text} className={css.part} to={part.to}>
                {part.text}
              </Link>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

type Words = { t: ReturnType<typeof useWords<'overview'>>; days: number; window: string }

function figuresOf(overview: Overview, { t, days, window }: Words): Shown[] {
  const { now, balance } = overview
  const [from, to] = [overview.days[0]!.day, overview.days.at(-1)!.day]
  const named = (name: string) => `${name} · ${window}`
  const against = (of: (figures: Figures) => number | null) => {
    const change = changeOf(of(now) ?? 0, of(overview.before) ?? 0)
    return change && { note: t(days > 1 ? 'against' : 'againstDay', { share: change.share }), tone: change.tone }
  }
  const [sold, earned] = [soldFen(now), earnedFen(now)]
  const inDays = (name: string) => `${name}From=${from}&${name}To=${to}`
  const activeToday = overview.days.at(-1)!.activeUsers
  return [
    ...(sold
      ? [
          {
            label: named(t('sales')),
            value: <Money fen={sold} />,
            to: `/orders?${inDays('sold')}`,
            ...against(soldFen),
            parts: partsOf(overview, t, inDays),
          },
        ]
      : []),
    ...(sold && earned !== null
      ? [
          {
            label: named(t('margin')),
            value: <Money fen={earned} />,
            to: `/orders?${inDays('sold')}`,
            note: `${((earned / sold) * 100).toFixed(1)}%`,
          },
        ]
      : []),
    ...(now.newUsers > 0
      ? [
          {
            label: named(t('newUsers')),
            value: now.newUsers,
            to: `/users?${inDays('registered')}`,
            ...against((one) => one.newUsers),
          },
        ]
      : []),
    ...(activeToday > 0 ? [{ label: t('activeToday'), value: activeToday, to: '/users?seenWithinDays=1' }] : []),
    ...(now.toppedUpFen
      ? [
          {
            label: named(t('toppedUp')),
            value: <Money fen={now.toppedUpFen} />,
            to: `/payments?purpose=user&${inDays('paid')}`,
          },
        ]
      : []),
    ...(now.refundedFen
      ? [{ label: named(t('refunds')), value: <Money fen={now.refundedFen} />, to: `/orders?${inDays('sold')}` }]
      : []),
    ...(balance && (balance.balanceFen > 0 || balance.lastsDays !== null)
      ? [
          {
            label: t('balance'),
            value: <Money fen={balance.balanceFen} />,
            to: '/money',
            note: balanceNote(balance, t),
          },
        ]
      : []),
  ]
}

/** Where sales came from, if not from orders alone: each leads to its own rows. */
function partsOf({ now, links }: Overview, t: Words['t'], inDays: (name: string) => string): Part[] {
  const keysFen = (now.keySalesFen ?? 0) - (now.keyFaceFen ?? 0)
  const linksFen = links?.salesFen ?? 0
  if (now.keys === 0 && links === null) return []
  const part = (name: string, fen: number, to: string) => ({ text: `${name} ${moneyText(fen)}`, to })
  return [
    part(t('partOrders'), (now.salesFen ?? 0) - linksFen, `/orders?${inDays('sold')}`),
    ...(now.keys === 0 ? [] : [part(t('partKeys'), keysFen, `/cards/keys?state=redeemed&${inDays('redeemed')}`)]),
    ...(links === null ? [] : [part(t('partLinks'), linksFen, `/cards/gifts?${inDays('sold')}`)]),
  ]
}

function balanceNote(
  { owedFen, lastsDays }: NonNullable<Overview['balance']>,
  t: ReturnType<typeof useWords<'overview'>>,
): string {
  if (owedFen > 0) return t('owes', { amount: moneyText(owedFen) })
  return lastsDays === null ? t('notUsed') : t('pace', { days: lastsDays })
}
