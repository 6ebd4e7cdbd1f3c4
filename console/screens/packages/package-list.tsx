import { useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { PackageRow } from '../../../contract/console/packages.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { OfficeIcon } from '../../features/icon/office-icon.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { useReorder } from '../../features/show/use-reorder.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './packages.module.css'

type RowProps = { onEdit: (row: PackageRow) => void; onSwitch: (row: PackageRow) => void; mayWrite: boolean }
type Props = RowProps & { rows: readonly PackageRow[]; onOrdered: () => void }

/** Rows with a handle: drag it, or use the arrow keys. The new order is saved in one call. */
export function PackageList({ rows, onOrdered, ...rowProps }: Props) {
  const t = useWords('packages')
  const { order, dragged, list, handleOf, isChanged, reset } = useReorder(rows.map(({ packageId }) => packageId))
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      await call(consoleApi.packages.order, { packageIds: [...order] })
      showMessage('success', t('ordered'))
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
      {rowProps.mayWrite && rows.length > 1 ? (
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
          const row = rows.find(({ packageId }) => packageId === id)!
          return (
            <li key={id} className={css.row} data-dragged={dragged === id} data-off={!row.isListed}>
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
              <Actions row={row} {...rowProps} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Facts({ row }: { row: PackageRow }) {
  const t = useWords('packages')
  const traffic = t(row.kind === 'plan' ? 'perMonth' : 'inAll', { traffic: formatBytes(row.trafficBytes) })
  const plan =
    row.kind === 'plan' ? [t('devices', { count: row.deviceLimit }), t('lines', { count: row.lineLimit })] : []
  const left = row.stock === null ? [] : [t('stockLeft', { count: row.stock })]
  return (
    <div className={css.facts}>
      <span className={css.name}>
        {row.name}
        <span className={css.tag}>{t(row.kind)}</span>
        {row.isListed ? null : <StateWord tone="off">{t('retired')}</StateWord>}
        {row.isListed && row.periods.length === 0 ? <StateWord tone="warn">{t('noPrice')}</StateWord> : null}
      </span>
      <span className={css.line}>{[traffic, ...plan, ...left].join(' · ')}</span>
      <span className={css.line}>{t('use', { sellers: row.sellers, holders: row.holders })}</span>
    </div>
  )
}

function Actions({ row, mayWrite, onEdit, onSwitch }: RowProps & { row: PackageRow }) {
  const t = useWords('packages')
  if (!mayWrite) return null
  return (
    <span className={css.actions}>
      <TextButton
        tone="quiet"
        label={`${t(row.isListed ? 'retire' : 'sellAgain')}: ${row.name}`}
        onClick={() => onSwitch(row)}
      >
        {t(row.isListed ? 'retire' : 'sellAgain')}
      </TextButton>
      <TextButton label={`${t('edit')}: ${row.name}`} onClick={() => onEdit(row)}>
        {t('edit')}
      </TextButton>
    </span>
  )
}
