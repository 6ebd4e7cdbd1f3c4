import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { StockRow } from '../../../contract/console/cards.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useWorth } from '../../features/card/use-worth.ts'
import { useOpening } from '../../features/screen/use-opening.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { BuySheet } from './buy-sheet.tsx'
import { againOf, type CardPurchase } from './card-purchase.ts'
import { Stock } from './stock.tsx'

const { batches, stock } = consoleApi.cards

/** What is left of each sort, and buying more of it. `button` is null for members who may not buy. */
export function useBuySheet(mayBuy: boolean): { button: ReactNode; stock: ReactNode; sheet: ReactNode } {
  const t = useWords('cards')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({ queryKey: [stock.path], queryFn: () => call(stock, {}) })
  const worthOf = useWorth()
  const rows = data?.rows ?? []
  const last = newest(rows)
  const again = againOf(last)
  const [isOpen, setOpen] = useOpening('buyCards')
  const [first, setFirst] = useState<CardPurchase | null>(null)
  const open = (wish: CardPurchase | null) => {
    setFirst(wish)
    setOpen(true)
  }
  function showKeys(batchId: number): void {
    // Reload, so that the lists show the new batch afterwards.
    for (const { path } of [batches, stock]) void client.invalidateQueries({ queryKey: [path] })
    void navigate(`/cards/${batchId}/keys`)
  }
  return {
    button: mayBuy ? <ActionButton onClick={() => open(null)}>{t('buy')}</ActionButton> : null,
    stock: <Stock rows={rows} onAgain={mayBuy ? (row) => open(againOf(row)) : null} />,
    sheet:
      mayBuy && isOpen ? (
        <BuySheet
          first={first}
          again={again && last ? { wish: again, worth: worthOf(last) } : null}
          onClose={() => setOpen(false)}
          onBought={showKeys}
        />
      ) : null,
  }
}

const newest = (rows: readonly StockRow[]) =>
  rows.toSorted((one, other) => (other.last?.batchId ?? 0) - (one.last?.batchId ?? 0))[0]
