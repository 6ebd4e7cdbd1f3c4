import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BatchRow } from '../../../contract/console/cards.ts'
import { limits } from '../../../contract/limits.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { fenOf } from '../../features/form/fen-of.ts'
import { MoneyInput } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './cards.module.css'

type Props = { row: BatchRow | null; onClose: () => void; onDone: () => void }

/** What the reseller takes for one key of a batch, so that figures know what was earned. */
export function PriceSheet({ row, onClose, onDone }: Props) {
  return row === null ? null : <PriceForm key={row.batchId} row={row} onClose={onClose} onDone={onDone} />
}

function PriceForm({ row, onClose, onDone }: Props & { row: BatchRow }) {
  const t = useWords('cards')
  const { batchId, costFen, redeemed } = row
  const [typed, setTyped] = useState<number | string>((row.priceFen ?? costFen ?? 0) / 100)
  const priceFen = fenOf(Number(typed))
  const amounts = { each: moneyText(priceFen - (costFen ?? 0)), all: moneyText((priceFen - (costFen ?? 0)) * redeemed) }
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('priceTitle', { id: batchId })}
      button={t('priceGo')}
      disabled={typed === ''}
      act={async () => {
        await call(consoleApi.cards.setPrice, { batchId, priceFen })
        showMessage('success', t('priceDone'))
        onDone()
      }}
    >
      <p>{t('priceText')}</p>
      <MoneyInput
        name="priceFen"
        label={t('colPrice')}
        value={typed}
        max={limits.moneyMaxFen / 100}
        onChange={setTyped}
      />
      {costFen === null ? null : <p className={css.hint}>{t('priceEarns', { ...amounts, count: redeemed })}</p>}
    </ConfirmSheet>
  )
}
