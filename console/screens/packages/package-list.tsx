import { formatBytes } from '../../../contract/bytes.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import type { PackageRow } from '../../../contract/console/packages.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { OrderedFacts, OrderedList } from '../../features/show/ordered-list.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'

type RowProps = { onEdit: (row: PackageRow) => void; onSwitch: (row: PackageRow) => void }
type Props = RowProps & { rows: readonly PackageRow[]; mayWrite: boolean; onOrdered: () => void }

export function PackageList({ rows, mayWrite, onOrdered, ...rowProps }: Props) {
  const t = useWords('packages')
  const nameOf = (id: string) => rows.find(({ packageId }) => packageId === id)?.name ?? ''
  return (
    <OrderedList
      rows={rows.map((row) => ({
        id: row.packageId,
        isOff: !row.isListed,
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
        saved: t('ordered'),
      }}
      move={(id, place) => t('move', { name: nameOf(id), place, count: rows.length })}
      save={(packageIds) => call(consoleApi.packages.order, { packageIds })}
      onOrdered={onOrdered}
    />
  )
}

function Facts({ row }: { row: PackageRow }) {
  const t = useWords('packages')
  const traffic = t(row.kind === 'plan' && !row.trial ? 'perMonth' : 'inAll', {
    traffic: formatBytes(row.trafficBytes),
  })
  const plan =
    row.kind === 'plan' ? [t('devices', { count: row.deviceLimit }), t('lines', { count: row.lineLimit })] : []
  const left = row.stock === null ? [] : [t('stockLeft', { count: row.stock })]
  const name = (
    <>
      {row.name}
      <Tag>{row.trial ? t('trialTag', { days: row.trial.days }) : t(row.kind)}</Tag>
      {row.isListed ? null : <StateWord tone="off">{t('retired')}</StateWord>}
      {row.isListed && row.periods.length === 0 ? <StateWord tone="warn">{t('noPrice')}</StateWord> : null}
    </>
  )
  const use = t(row.trial ? 'useTrial' : 'use', { sellers: row.sellers, holders: row.holders })
  return <OrderedFacts name={name} lines={[[traffic, ...plan, ...left].join(' · '), use]} />
}

function Actions({ row, onEdit, onSwitch }: RowProps & { row: PackageRow }) {
  const t = useWords('packages')
  return (
    <>
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
    </>
  )
}
