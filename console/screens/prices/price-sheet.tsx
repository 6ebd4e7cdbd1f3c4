import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { fenOf } from '../../features/form/fen-of.ts'
import { MoneyInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { confirmOf, priceOutcome } from './price-outcome.ts'
import css from './prices.module.css'

type Props = { row: PriceRow; onClose: () => void; onDone: () => void }

/** One retail price. Below wholesale, the question names both prices, and the answer is valid for these two only. */
export function PriceSheet({ row, onClose, onDone }: Props) {
  const t = useWords('prices')
  const { packageId, period, wholesaleFen, packageName } = row
  const [yuan, setYuan] = useState<number | string>((row.retailFen ?? row.suggestedRetailFen ?? wholesaleFen) / 100)
  const retailFen = fenOf(yuan)
  const outcome = priceOutcome(retailFen, wholesaleFen)
  const loss = outcome.isBelow ? moneyText(outcome.lossFen) : ''
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={outcome.isBelow ? t('belowTitle') : t('editTitle', { name: packageName, period: t(period) })}
      button={outcome.isBelow ? t('belowGo', { loss }) : t('saveRetail', { amount: moneyText(retailFen) })}
      tone={outcome.isBelow ? 'danger' : 'main'}
      act={async () => {
        const change = { packageId, period, retailFen, ...confirmOf(retailFen, wholesaleFen) }
        await call(consoleApi.prices.set, { changes: [change] })
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      <MoneyInput
        name="retailFen"
        label={t('retail')}
        description={t('wholesaleIs', { amount: moneyText(wholesaleFen) })}
        value={yuan}
        min={0.01}
        fixedDecimalScale
        data-autofocus
        onChange={setYuan}
      />
      <p className={css.outcome} data-loss={outcome.isBelow}>
        {outcome.isBelow
          ? t('belowText', { retail: moneyText(retailFen), wholesale: moneyText(wholesaleFen), loss })
          : t('earns', { amount: moneyText(outcome.marginFen), percent: outcome.percent })}
      </p>
    </ConfirmSheet>
  )
}
