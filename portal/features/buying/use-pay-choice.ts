import { useState } from 'react'

import { formatFen } from '../../../contract/money.ts'
import type { PayPurpose, PayType } from '../../../contract/payments.ts'
import { useConfigState } from '../../state/config.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useSellsOnline } from '../../state/reseller-facts.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { usePayTypes, type Ways } from '../paying/way-choice.tsx'
import { wayFor } from '../paying/way-note.ts'

/** `balanceFen`: what the balance pays beside this way. */
export type Picked = { by: 'balance' } | { by: 'online'; way: PayType; balanceFen: number }

export type PayChoice = {
  sellsOnline: boolean | null
  ways: Ways
  types: readonly PayType[]
  /** Null until known. */
  balanceFen: number | null
  /** What the balance lacks for the whole price; 0 while it is unknown. */
  missingFen: number
  /** Set where the balance can pay a part and an online way the rest. */
  part: { balanceFen: number; restFen: number; isOn: boolean; toggle: () => void } | null
  picked: Picked
  /** What an online way is asked for, before its fee. */
  onlineFen: number
  pick: (way: string) => void
  /** One currency for the whole sheet: payment apps take yuan, the balance has the brand's own unit. */
  amountText: (fen: number) => string
  inYuan: boolean
}

/** Less than this is not worth a second sum on the sheet: the user may still choose it. */
const PART_MIN_FEN = 100

type Purchase = { totalFen: number; purpose: PayPurpose; hasParts: boolean; onChange: () => void }

/** The first choice is the balance; if it is known to be too low, the balance and the first online way. */
export function usePayChoice({ totalFen, purpose, hasParts, onChange }: Purchase): PayChoice {
  const ownAmount = useAmountText()
  const dailiKey = useConfigState((state) => state.dailiKey)
  const sellsOnline = useSellsOnline()
  const balanceFen = useKnownInfo((info) => info.balanceFen)
  const ways = usePayTypes(sellsOnline && totalFen > 0 ? purpose : null, dailiKey)
  const [chosen, setChosen] = useState<string | null>(null)
  const [wantsPart, setWantsPart] = useState<boolean | null>(null)
  const isPartOn = wantsPart ?? (balanceFen !== null && balanceFen >= PART_MIN_FEN)
  const types = ways.state === 'ready' ? ways.types : []
  const missingFen = balanceFen === null ? 0 : Math.max(0, totalFen - balanceFen)
  const canPart = hasParts && missingFen > 0 && balanceFen! > 0 && types.length > 0
  const partFen = canPart && isPartOn ? balanceFen! : 0
  const way = pickWay(types, chosen, missingFen > 0, totalFen - partFen)
  const picked: Picked = way ? { by: 'online', way, balanceFen: partFen } : { by: 'balance' }
  const inYuan = picked.by === 'online'
  return {
    sellsOnline,
    ways,
    types,
    balanceFen,
    missingFen,
    part: canPart
      ? {
          balanceFen: balanceFen!,
          restFen: missingFen,
          isOn: isPartOn,
          toggle: () => {
            setWantsPart(!isPartOn)
            onChange()
          },
        }
      : null,
    picked,
    onlineFen: totalFen - partFen,
    pick: (id) => {
      setChosen(id)
      onChange()
    },
    amountText: inYuan ? (fen) => `¥${formatFen(fen)}` : ownAmount,
    inYuan,
  }
}

/** Null: the balance. */
function pickWay(types: readonly PayType[], chosen: string | null, isShort: boolean, fen: number): PayType | null {
  if (chosen === 'balance') return null
  return isShort ? wayFor(types, chosen, fen) : (types.find(({ id }) => id === chosen) ?? null)
}
