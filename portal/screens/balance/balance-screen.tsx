import { useState } from 'react'

import { StateLine } from '../../../ui/components/state-line.tsx'
import { SetAsideLink } from '../../features/buying/set-aside-link.tsx'
import { useKnownInfo } from '../../state/known-info.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { EntriesCard } from './entries-card.tsx'
import { type EntryFilter, NO_FILTER, useEntries } from './entry-filter.ts'
import { TopUpLink } from './top-up-link.tsx'

export default function BalanceScreen() {
  const t = useWords('balance')
  const amountText = useAmountText()
  const [filter, setFilter] = useState<EntryFilter>(NO_FILTER)
  const entries = useEntries(filter)
  const known = useKnownInfo((info) => info.balanceFen)
  // Prefer the figure that came with the entries; until they load, use the last known one.
  const balanceFen = entries.balanceFen ?? known
  return (
    <div className="page">
      <StateLine label={t('now')} title={balanceFen === null ? '…' : amountText(balanceFen)} text={<SetAsideLink />}>
        <TopUpLink />
      </StateLine>
      <EntriesCard entries={entries} filter={filter} onFilter={setFilter} />
    </div>
  )
}
