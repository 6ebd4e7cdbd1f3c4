import type { BalanceEntry } from '../../../contract/balance.ts'
import { formatFen } from '../../../contract/money.ts'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'

export function EntryList({ items }: { items: readonly BalanceEntry[] }) {
  const t = useWords('balance')
  return (
    <List>
      {items.map(({ id, at, kind, about, amountFen, balanceAfterFen }) => (
        <ListRow
          key={id}
          name={t(kind)}
          about={
            <>
              <span>{recordText(at)}</span>
              {about ? <span>{about}</span> : null}
            </>
          }
          value={`${amountFen > 0 ? '+' : ''}${formatFen(amountFen).replace('-', '−')}`}
          tone={amountFen > 0 ? 'good' : 'strong'}
          under={t('afterAmount', { amount: formatFen(balanceAfterFen) })}
        />
      ))}
    </List>
  )
}
