import { NumberInput } from '@mantine/core'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { PriceRow } from '../../../contract/console/prices.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { marginPercent } from './margin.ts'
import css from './prices.module.css'

type Props = { row: PriceRow; onClose: () => void; onDone: () => void }

/** One retail price. Below wholesale, the question names both prices, and the answer is valid for these two only. */
export function PriceSheet({ row, onClose, onDone }: Props) {
  const t = useWords('prices')
  const { packageId, period, wholesaleFen, packageName } = row
  const [yuan, setYuan] = useState<number | string>((row.retailFen ?? row.suggestedRetailFen ?? wholesaleFen) / 100)
  const retailFen = Math.round(Number(yuan) * 100)
  const isBelow = retailFen < wholesaleFen
  const loss = moneyText(wholesaleFen - retailFen)
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={isBelow ? t('belowTitle') : t('editTitle', { name: packageName, period: t(period) })}
      button={isBelow ? t('belowGo', { loss }) : t('saveRetail', { amount: moneyText(retailFen) })}
      tone={isBelow ? 'danger' : 'main'}
      act={async () => {
        const confirm = isBelow ? { confirm: { retailFen, wholesaleFen } } : {}
        await call(consoleApi.prices.set, { changes: [{ packageId, period, retailFen, ...confirm }] })
        showMessage('success', t('saved'))
        onDone()
      }}
    >
      <NumberInput
        label={t('retail')}
        description={t('wholesaleIs', { amount: moneyText(wholesaleFen) })}
        prefix="¥"
        value={yuan}
        min={0.01}
        decimalScale={2}
        fixedDecimalScale
        data-autofocus
        onChange={setYuan}
      />
      <p className={css.outcome} data-loss={isBelow}>
        {isBelow
          ? t('belowText', { retail: moneyText(retailFen), wholesale: moneyText(wholesaleFen), loss })
          : t('earns', {
              amount: moneyText(retailFen - wholesaleFen),
              percent: retailFen > 0 ? marginPercent(retailFen, wholesaleFen) : 0,
            })}
      </p>
    </ConfirmSheet>
  )
}
