import type { Figures as Sums, Overview } from '../../../contract/console/overview.ts'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'
import { earnedFen, keyProfitFen, soldFen } from './all-ways.ts'
import css from './overview.module.css'

type Of = (figures: Sums) => number | null

/** The main figures, each compared with the same number of days before. */
export function FigureRow({ overview, days }: { overview: Overview; days: number }) {
  const t = useWords('overview')
  const { now, before } = overview
  const curve = (of: Of) => (days > 1 ? { curve: overview.days.map((day) => of(day) ?? 0) } : {})
  const against = (of: Of) => {
    const percent = changeOf(of(now) ?? 0, of(before) ?? 0)
    if (percent === null) return curve(of)
    const share = `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
    return { ...curve(of), note: t('against', { share }), tone: percent < 0 ? ('warn' as const) : ('good' as const) }
  }
  const [sold, earned, keyProfit] = [soldFen(now), earnedFen(now), keyProfitFen(now)]
  const parts = (shopFen: number | null, keysFen: number | null) =>
    now.keys === 0 || shopFen === null || keysFen === null ? null : (
      <p className={css.parts}>{t('bothWays', { shop: moneyText(shopFen), keys: moneyText(keysFen) })}</p>
    )
  return (
    <Figures>
      <Figure label={t('sales')} value={<Money fen={sold} />} {...against(soldFen)}>
        {parts(now.salesFen, sold - now.salesFen)}
      </Figure>
      {earned === null ? null : (
        <Figure
          label={t('margin')}
          value={<Money fen={earned} />}
          note={sold > 0 ? `${((earned / sold) * 100).toFixed(1)}%` : undefined}
          {...curve(earnedFen)}
        >
          {parts(now.marginFen, keyProfit)}
        </Figure>
      )}
      <Figure label={t('newUsers')} value={now.newUsers} {...against((one) => one.newUsers)} />
      <Figure
        label={days > 1 ? t('activeUsers') : t('activeToday')}
        value={now.activeUsers}
        {...against((one) => one.activeUsers)}
      />
      <Figure
        label={t('toppedUp')}
        value={<Money fen={now.toppedUpFen} />}
        note={now.refundedFen > 0 ? t('refunded', { amount: moneyText(now.refundedFen) }) : undefined}
        {...curve((one) => one.toppedUpFen)}
      />
    </Figures>
  )
}

/** Change in percent; null if there is nothing to compare with or nothing changed. */
function changeOf(now: number, before: number): number | null {
  const percent = before > 0 ? Math.round((now / before - 1) * 100) : 0
  return percent === 0 ? null : percent
}
