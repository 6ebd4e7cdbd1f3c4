import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './open-agency.module.css'

type Own = Static<typeof api.agencies.own.output>
export type OutlookProps = Pick<Own, 'prices' | 'example'>

/** What an agency would sell for, and what the operator says it may earn: before the fee is asked for. */
export function Outlook({ prices, example }: OutlookProps) {
  const t = useWords('open-agency')
  const amountText = useAmountText()
  if (prices.length === 0 && example === null) return null
  return (
    <Card title={t('outlook')}>
      <div className="gap3">
        {prices.length === 0 ? null : (
          <>
            <p className={css.note}>{t('outlookText')}</p>
            <Rows
              rows={firstOfEach(prices).map(({ packageName, period, suggestedRetailFen }) => ({
                name: `${packageName} · ${t(period)}`,
                value: amountText(suggestedRetailFen),
              }))}
            />
          </>
        )}
        {example === null ? null : <p className={css.example}>{example}</p>}
      </div>
    </Card>
  )
}

/** The shortest period of each plan: enough to judge by, where all of them would be a wall of figures. */
function firstOfEach(prices: Own['prices']): Own['prices'] {
  return prices.filter(({ packageName }, at) => prices.findIndex((one) => one.packageName === packageName) === at)
}
