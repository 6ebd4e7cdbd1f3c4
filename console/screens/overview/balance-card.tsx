import { Link } from 'react-router'

import type { Overview } from '../../../contract/console/overview.ts'
import { useMayGo } from '../../features/show/may-go.ts'
import { Money, moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './overview.module.css'

/** The reseller's balance with the platform, and how long it will last. */
export function BalanceCard({ balance }: { balance: NonNullable<Overview['balance']> }) {
  const t = useWords('overview')
  const { balanceFen, owedFen, lastsDays } = balance
  return (
    <Section
      title={t('balance')}
      end={
        useMayGo()('/money') ? (
          <Link className={css.press} to="/money">
            {t('toMoney')}
          </Link>
        ) : null
      }
    >
      <p className={css.sum}>
        <Money fen={balanceFen} />
      </p>
      <p className={css.under}>
        {owedFen > 0
          ? t('owes', { amount: moneyText(owedFen) })
          : lastsDays === null
            ? t('notUsed')
            : t('pace', { days: lastsDays })}
      </p>
    </Section>
  )
}
