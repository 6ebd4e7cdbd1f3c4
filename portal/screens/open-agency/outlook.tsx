import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { Card } from '../../../ui/components/card.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './open-agency.module.css'

type Own = Static<typeof api.agencies.own.output>
export type OutlookProps = Pick<Own, 'prices' | 'example' | 'feeFen'>

/** What an agency sells for, what that costs it, and when the fee is back: before it is asked for. */
export function Outlook({ prices, example, feeFen }: OutlookProps) {
  const t = useWords('open-agency')
  const amountText = useAmountText()
  if (prices.length === 0 && example === null) return null
  return (
    <Card title={t('outlook')}>
      <div className="gap3">
        {prices.length === 0 ? null : (
          <>
            <p className="soft">{t('outlookText')}</p>
            <List>
              {firstOfEach(prices).map(({ packageName, period, suggestedRetailFen, wholesaleFen }) => {
                const marginFen = suggestedRetailFen - wholesaleFen
                const amounts = { retail: amountText(suggestedRetailFen), wholesale: amountText(wholesaleFen) }
                return (
                  <ListRow
                    key={packageName}
                    name={`${packageName} · ${t(period)}`}
                    about={t('retailAndCost', amounts)}
                    value={t('margin', { amount: amountText(marginFen) })}
                    tone="good"
                    under={marginFen > 0 ? t('feeBack', { count: Math.ceil(feeFen / marginFen) }) : null}
                  />
                )
              })}
            </List>
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
