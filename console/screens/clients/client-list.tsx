import { consoleApi } from '../../../contract/console/api.ts'
import type { KeptClient } from '../../../contract/console/clients.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { OrderedFacts, OrderedList } from '../../features/show/ordered-list.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { systemWords } from './system-words.ts'

type RowProps = { onEdit: (row: KeptClient) => void; onRemove: (row: KeptClient) => void }
type Props = RowProps & { rows: readonly KeptClient[]; mayWrite: boolean; onOrdered: () => void }

/** Users see the clients of their system in this order. */
export function ClientList({ rows, mayWrite, onOrdered, ...rowProps }: Props) {
  const t = useWords('clients')
  const nameOf = (id: string) => rows.find(({ clientId }) => clientId === id)?.name ?? ''
  return (
    <OrderedList
      rows={rows.map((row) => ({
        id: row.clientId,
        isOff: row.isHidden,
        facts: <Facts row={row} />,
        actions: <Actions row={row} {...rowProps} />,
      }))}
      mayWrite={mayWrite}
      words={{
        title: t('title'),
        hint: t('orderHint'),
        changed: t('orderChanged'),
        back: t('orderBack'),
        save: t('orderSave'),
        saved: t('saved'),
      }}
      move={(id, place) => t('move', { name: nameOf(id), place, count: rows.length })}
      save={(clientIds) => call(consoleApi.clients.order, { clientIds })}
      onOrdered={onOrdered}
    />
  )
}

function Actions({ row, onEdit, onRemove }: RowProps & { row: KeptClient }) {
  const t = useWords('clients')
  return (
    <>
      {row.isOwn ? (
        <TextButton tone="quiet" label={`${t('remove')}: ${row.name}`} onClick={() => onRemove(row)}>
          {t('remove')}
        </TextButton>
      ) : null}
      <TextButton label={`${t('edit')}: ${row.name}`} onClick={() => onEdit(row)}>
        {t('edit')}
      </TextButton>
    </>
  )
}

function Facts({ row }: { row: KeptClient }) {
  const t = useWords('clients')
  const name = (
    <>
      {row.name}
      {row.isOwn ? <Tag>{t('own')}</Tag> : null}
      {row.resellerId === null ? null : <Tag>{t('onlyFor', { id: row.resellerId })}</Tag>}
      {row.isHidden ? <StateWord tone="off">{t('hidden')}</StateWord> : null}
    </>
  )
  const systems = row.systems.map((system) => t(systemWords[system])).join(' · ')
  return <OrderedFacts name={name} lines={[systems, `${row.format} · ${row.protocols.join(', ')}`]} />
}
