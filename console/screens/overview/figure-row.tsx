import type { Figures as Sums, Overview } from '../../../contract/console/overview.ts'
import { changeOf } from '../../features/show/change-note.ts'
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
    const change = changeOf(of(now) ?? 0, of(before) ?? 0)
    if (change === null) return curve(of)
    const { share, tone } = change
    return { ...curve(of), note: t(days > 1 ? 'against' : 'againstDay', { share }), tone }
  }
  const [sold, earned, keyProfit] = [soldFen(now), earnedFen(now), keyProfitFen(now)]
  const parts = (shopFen: number | null, keysFen: number | null) =>
    now.keys === 0 || shopFen === null || keysFen === null ? null : (
      <p className={css.parts}>
        <span>{t('byShop', { amount: moneyText(shopFen) })}</span>
        <span>{t('byKeys', { amount: moneyText(keysFen) })}</span>
      </p>
    )
  return (
    <Figures>
      {sold === null ? null : (
        <Figure label={t('sales')} value={<Money fen={sold} />} {...against(soldFen)}>
          {parts(now.salesFen, sold - (now.salesFen ?? 0))}
        </Figure>
      )}
      {sold === null || earned === null ? null : (
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
        // Who was active is known by the day, so a day that is not over cannot be compared.
        {...(days > 1 ? against((one) => one.activeUsers) : {})}
      />
      {now.toppedUpFen === null ? null : (
        <Figure
          label={t('toppedUp')}
          value={<Money fen={now.toppedUpFen} />}
          note={now.refundedFen ? t('refunded', { amount: moneyText(now.refundedFen) }) : undefined}
          {...curve((one) => one.toppedUpFen)}
        />
      )}
    </Figures>
  )
}
