import { useState } from 'react'

import { historyNeeds } from '../../../contract/console/choices.ts'
import type { ShownUser } from '../../../contract/console/user.ts'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { HistoryList } from './history-list.tsx'

const kinds = ['orders', 'ledger', 'payments', 'gifts', 'cards', 'invited'] as const
const words = {
  orders: 'kindOrders',
  ledger: 'kindLedger',
  payments: 'kindPayments',
  gifts: 'kindGifts',
  cards: 'kindCards',
  invited: 'kindInvited',
} as const

/** The user's balance, payments, gifts and commission. */
export function MoneyTab({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const may = useMay()
  const open = kinds.filter((value) => may(historyNeeds[value]))
  // Members who see this tab may see users, so at least one kind is open.
  const [kind, setKind] = useState(open[0]!)
  const { id, balanceFen, commissionFen, pendingFen, heldFen } = user
  const notes = [
    ...(pendingFen ? [t('pending', { amount: moneyText(pendingFen) })] : []),
    ...(heldFen ? [t('held', { amount: moneyText(heldFen) })] : []),
  ]
  return (
    <>
      <Figures>
        <Figure label={t('balance')} value={moneyText(balanceFen)} />
        {commissionFen === null ? null : (
          <Figure label={t('commission')} value={moneyText(commissionFen)} note={notes.join(' · ') || undefined} />
        )}
      </Figures>
      <FilterChips
        label={t('moneyWhat')}
        options={open.map((value) => ({ value, label: t(words[value]) }))}
        value={kind}
        onChange={setKind}
      />
      <HistoryList key={kind} id={id} kind={kind} title={t(words[kind])} />
    </>
  )
}
