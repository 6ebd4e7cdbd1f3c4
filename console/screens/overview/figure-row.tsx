import type { Figures as Sums, Overview } from '../../../contract/console/overview.ts'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'

/** The main figures, each compared with the same number of days before. */
export function FigureRow({ overview, days }: { overview: Overview; days: number }) {
  const t = useWords('overview')
  const { now, before } = overview
  const curve = (name: keyof Sums) => (days > 1 ? { curve: overview.days.map((day) => day[name] ?? 0) } : {})
  const against = (name: keyof Sums) => {
    const percent = changeOf(now[name] ?? 0, before[name] ?? 0)
    if (percent === null) return curve(name)
    const share = `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
    return { ...curve(name), note: t('against', { share }), tone: percent < 0 ? ('warn' as const) : ('good' as const) }
  }
  return (
    <Figures>
      <Figure label={t('sales')} value={<Money fen={now.salesFen} />} {...against('salesFen')} />
      {now.marginFen === null ? null : (
        <Figure
          label={t('margin')}
          value={<Money fen={now.marginFen} />}
          note={now.salesFen > 0 ? `${((now.marginFen / now.salesFen) * 100).toFixed(1)}%` : undefined}
          {...curve('marginFen')}
        />
      )}
      <Figure label={t('newUsers')} value={now.newUsers} {...against('newUsers')} />
      <Figure
        label={days > 1 ? t('activeUsers') : t('activeToday')}
        value={now.activeUsers}
        {...against('activeUsers')}
      />
      <Figure
        label={t('toppedUp')}
        value={<Money fen={now.toppedUpFen} />}
        note={now.refundedFen > 0 ? t('refunded', { amount: moneyText(now.refundedFen) }) : undefined}
        {...curve('toppedUpFen')}
      />
    </Figures>
  )
}

/** Change in percent; null if there is nothing to compare with or nothing changed. */
function changeOf(now: number, before: number): number | null {
  const percent = before > 0 ? Math.round((now / before - 1) * 100) : 0
  return percent === 0 ? null : percent
}
