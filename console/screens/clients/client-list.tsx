import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { KeptClient } from '../../../contract/console/clients.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { OfficeIcon } from '../../features/icon/office-icon.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { useReorder } from '../../features/show/use-reorder.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './clients.module.css'
import { systemWords } from './system-words.ts'

type RowProps = {
  mayWrite: boolean
  onEdit: (row: KeptClient) => void
  onRemove: (row: KeptClient) => void
}
type Props = RowProps & { rows: readonly KeptClient[]; onOrdered: () => void }

/** Rows with a handle: drag it, or use the arrow keys. Users see the clients of their system in this order. */
export function ClientList({ rows, onOrdered, ...rowProps }: Props) {
  const t = useWords('clients')
  const byId = new Map(rows.map((row) => [row.clientId, row]))
  const { order, dragged, list, handleOf, isChanged, reset } = useReorder([...byId.keys()])
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      await call(consoleApi.clients.order, { clientIds: [...order] })
      showMessage('success', t('saved'))
    } catch (error) {
      showMessage('error', failureText(error))
      reset()
    } finally {
      setBusy(false)
      onOrdered()
    }
  }
  return (
    <section className={css.card} aria-label={t('title')}>
      {rowProps.mayWrite ? (
        <div className={css.orderBar} data-on={isChanged}>
          <span>{t(isChanged ? 'orderChanged' : 'orderHint')}</span>
          {isChanged ? (
            <span className={css.orderActions}>
              <TextButton tone="quiet" onClick={reset}>
                {t('orderBack')}
              </TextButton>
              <ActionButton busy={busy} onClick={() => void save()}>
                {t('orderSave')}
              </ActionButton>
            </span>
          ) : null}
        </div>
      ) : null}
      <ul ref={list}>
        {order.map((id, at) => {
          const row = byId.get(id)
          return row ? (
            <li key={id} className={css.row} data-dragged={dragged === id} data-off={row.isHidden}>
              {rowProps.mayWrite ? (
                <button
                  type="button"
                  className={css.handle}
                  aria-label={t('move', { name: row.name, place: at + 1, count: order.length })}
                  {...handleOf(id)}
                >
                  <OfficeIcon name="grip" size={20} />
                </button>
              ) : null}
              <Facts row={row} />
              {rowProps.mayWrite ? <Actions row={row} {...rowProps} /> : null}
            </li>
          ) : null
        })}
      </ul>
    </section>
  )
}

function Actions({ row, onEdit, onRemove }: RowProps & { row: KeptClient }) {
  const t = useWords('clients')
  return (
    <span className={css.actions}>
      {row.isOwn ? (
        <TextButton tone="quiet" label={`${t('remove')}: ${row.name}`} onClick={() => onRemove(row)}>
          {t('remove')}
        </TextButton>
      ) : null}
      <TextButton label={`${t('edit')}: ${row.name}`} onClick={() => onEdit(row)}>
        {t('edit')}
      </TextButton>
    </span>
  )
}

function Facts({ row }: { row: KeptClient }) {
  const t = useWords('clients')
  return (
    <div className={css.facts}>
      <span className={css.name}>
        {row.name}
        {row.isOwn ? <span className={css.tag}>{t('own')}</span> : null}
        {row.resellerId === null ? null : <span className={css.tag}>{t('onlyFor', { id: row.resellerId })}</span>}
        {row.isHidden ? <StateWord tone="off">{t('hidden')}</StateWord> : null}
      </span>
      <span className={css.line}>{row.systems.map((system) => t(systemWords[system])).join(' · ')}</span>
      <span className={css.line}>
        {row.format} · {row.protocols.join(', ')}
      </span>
    </div>
  )
}
