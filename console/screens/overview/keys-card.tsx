import { Link } from 'react-router'

import type { Overview } from '../../../contract/console/overview.ts'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { Money, moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import { keyProfitFen } from './all-ways.ts'
import css from './overview.module.css'

/** The other way of selling: keys that were redeemed, and how long those in stock last. */
export function KeysCard({ overview: { now, balance } }: { overview: Overview }) {
  const t = useWords('overview')
  const stockFen = balance?.keysFen ?? 0
  if (now.keys === 0 && stockFen === 0) return null
  const profitFen = keyProfitFen(now)
  return (
    <Section
      title={t('keys')}
      end={
        <Link className={css.press} to="/cards">
          {t('toCards')}
        </Link>
      }
    >
      <FactRows
        rows={[
          { name: t('keysRedeemed'), value: t('keysCount', { count: now.keys }) },
          ...(now.keySalesFen === null ? [] : [{ name: t('keysSales'), value: <Money fen={now.keySalesFen} /> }]),
          ...(now.keyCostFen === null ? [] : [{ name: t('keysCost'), value: <Money fen={now.keyCostFen} /> }]),
          ...(!profitFen ? [] : [{ name: t('keysProfit'), value: <Money fen={profitFen} /> }]),
          ...(stockFen === 0 ? [] : [{ name: t('keysStock'), value: <Money fen={stockFen} /> }]),
        ]}
      />
      {now.keyFaceFen ? <p className={css.under}>{t('keysFace', { amount: moneyText(now.keyFaceFen) })}</p> : null}
      {balance && stockFen > 0 ? (
        <p className={css.under}>
          {balance.keysLastDays === null ? t('keysUnsold') : t('keysLast', { days: balance.keysLastDays })}
        </p>
      ) : null}
    </Section>
  )
}
