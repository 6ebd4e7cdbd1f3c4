import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { AssignEffect, ListReseller, PriceList } from '../../../contract/console/price-lists.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { Select } from '../../features/form/fields.tsx'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './price-lists.module.css'

type Props = { row: ListReseller; lists: readonly PriceList[]; onClose: () => void; onDone: () => void }

/** Assigns another price list to a reseller. Shows first which prices rise. */
export function AssignSheet({ row: { resellerId, title }, lists, onClose, onDone }: Props) {
  const t = useWords('price-lists')
  const [chosen, setChosen] = useState(lists[0]!)
  const wish = { resellerId, listId: chosen.listId }
  const preview = useQuery({
    queryKey: [consoleApi.priceLists.previewAssign.path, wish],
    queryFn: () => call(consoleApi.priceLists.previewAssign, wish),
  })
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t('assignTitle', { name: title || t('unnamed', { number: resellerId }) })}
      button={t('assignGo', { name: chosen.name })}
      disabled={preview.data === undefined}
      act={async () => {
        const { from } = await call(consoleApi.priceLists.assign, wish)
        showMessage('success', t(from === null ? 'assigned' : 'assignedLater'))
        onDone()
      }}
    >
      <Select
        name="listId"
        label={t('assignTo')}
        data={lists.map(({ listId, name }) => ({ value: String(listId), label: name }))}
        value={String(chosen.listId)}
        allowDeselect={false}
        onChange={(value) => setChosen(lists.find(({ listId }) => String(listId) === value) ?? chosen)}
      />
      {preview.data ? <Dearer effect={preview.data} /> : null}
    </ConfirmSheet>
  )
}

function Dearer({ effect: { from, isReached, dearer } }: { effect: AssignEffect }) {
  const t = useWords('price-lists')
  return (
    <section className={css.effect} data-bad={dearer.length > 0} aria-label={t('effect')} aria-live="polite">
      <p>{from === null ? t('assignNow') : t('assignLater', { count: dearer.length, date: dateText(from) })}</p>
      {from === null || isReached ? null : <p className={css.strong}>{t('unreachedOne')}</p>}
      <ul>
        {dearer.map(({ packageId, period, packageName, nowFen, newFen }) => (
          <li key={packageId + period} className={css.below}>
            <span className={css.belowName}>
              {packageName} · {t(period)}
            </span>
            <span>{newFen === null ? t('assignGone') : `${moneyText(nowFen)} → ${moneyText(newFen)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
