import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './prices.module.css'

type Special = PriceRow['specials'][number]
type Props = { row: PriceRow; mayWrite: boolean; onDone: () => void }

/** The lower prices of an offer that hold now or are to come. */
export function Specials({ row, mayWrite, onDone }: Props) {
  const t = useWords('prices')
  const [ending, setEnding] = useState<Special | null>(null)
  return row.specials.map((special) => {
    const { specialId, retailFen, from, to, isRunning } = special
    const holds = retailFen >= row.wholesaleFen && row.retailFen !== null && retailFen < row.retailFen
    return (
      <p key={specialId} className={css.special} data-runs={isRunning && holds}>
        <span>
          {t(isRunning ? 'specialNow' : 'specialComing', { amount: moneyText(retailFen), from, to })}
          {holds ? null : ` · ${t('specialRests')}`}
        </span>
        {mayWrite ? (
          <TextButton tone="quiet" onClick={() => setEnding(special)}>
            {t('endCoupon')}
          </TextButton>
        ) : null}
        {ending === special ? (
          <ConfirmSheet
            opened
            onClose={() => setEnding(null)}
            title={t('specialEndTitle', { amount: moneyText(retailFen) })}
            button={t('endGo')}
            act={async () => {
              await call(consoleApi.prices.endSpecial, { specialId })
              showMessage('success', t('ended'))
              onDone()
            }}
          >
            <p>{t('specialEndText', { amount: moneyText(row.retailFen ?? 0) })}</p>
          </ConfirmSheet>
        ) : null}
      </p>
    )
  })
}
