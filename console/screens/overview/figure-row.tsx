import type { DayFigures, Figures as Sums, Overview } from '../../../contract/console/overview.ts'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { Money } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'

type Amount = keyof Sums

/** What is looked at first, each against the same number of days before. */
export function FigureRow({ overview, days }: { overview: Overview; days: number }) {
  const t = useWords('overview')
  const { now, before } = overview
  const curve = (name: Amount) => (days > 1 ? { curve: overview.days.map((day: DayFigures) => day[name] ?? 0) } : {})
  const against = (name: Amount) => comparison(now[name] ?? 0, before[name] ?? 0)
  const note = (name: Amount) => {
    const share = against(name)
    return share === null ? {} : { note: t('against', { share: signed(share) }), tone: share < 0 ? 'warn' : 'good' }
  }
  return (
    <Figures>
      <Figure
        label={t('sales')}
        value={<Money fen={now.salesFen} />}
        {...tell(note('salesFen'))}
        {...curve('salesFen')}
      />
      {now.marginFen === null ? null : (
        <Figure
          label={t('margin')}
          value={<Money fen={now.marginFen} />}
          note={now.salesFen > 0 ? `${((now.marginFen / now.salesFen) * 100).toFixed(1)}%` : undefined}
          {...curve('marginFen')}
        />
      )}
      <Figure label={t('newUsers')} value={now.newUsers} {...tell(note('newUsers'))} {...curve('newUsers')} />
      <Figure
        label={days > 1 ? t('activeUsers') : t('activeToday')}
        value={now.activeUsers}
        {...tell(note('activeUsers'))}
        {...curve('activeUsers')}
      />
      <Figure
        label={t('toppedUp')}
        value={<Money fen={now.toppedUpFen} />}
        note={now.refundedFen > 0 ? t('refunded', { amount: `¥${(now.refundedFen / 100).toFixed(2)}` }) : undefined}
        {...curve('toppedUpFen')}
      />
    </Figures>
  )
}

type Note = { note?: string; tone?: string }
const tell = ({ note, tone }: Note) =>
  note === undefined ? {} : { note, tone: tone === 'good' ? ('good' as const) : ('warn' as const) }

/** In percent of before; null where there is nothing to compare with, or nothing changed. */
function comparison(now: number, before: number): number | null {
  if (before <= 0) return null
  const share = Math.round((now / before - 1) * 100)
  return share === 0 ? null : share
}

const signed = (share: number) => `${share > 0 ? '+' : '−'}${Math.abs(share)}%`
