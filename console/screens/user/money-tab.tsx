import { useState } from 'react'

import type { ShownUser } from '../../../contract/console/user.ts'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { moneyText } from '../../features/show/money.tsx'
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

/** What the user has, paid, was given and earned. */
export function MoneyTab({ user }: { user: ShownUser }) {
  const t = useWords('user')
  const [kind, setKind] = useState<(typeof kinds)[number]>('orders')
  const { id, balanceFen, commissionFen, pendingFen, heldFen } = user
  const notes = [
    ...(pendingFen > 0 ? [t('pending', { amount: moneyText(pendingFen) })] : []),
    ...(heldFen > 0 ? [t('held', { amount: moneyText(heldFen) })] : []),
  ]
  return (
    <>
      <Figures>
        <Figure label={t('balance')} value={moneyText(balanceFen)} />
        <Figure label={t('commission')} value={moneyText(commissionFen)} note={notes.join(' · ') || undefined} />
      </Figures>
      <FilterChips
        label={t('moneyWhat')}
        options={kinds.map((value) => ({ value, label: t(words[value]) }))}
        value={kind}
        onChange={setKind}
      />
      <HistoryList key={kind} id={id} kind={kind} title={t(words[kind])} />
    </>
  )
}
