import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { auditActions } from '../../../contract/console/audit-actions.ts'
import { useActionName } from '../../features/audit/use-action-name.ts'
import { useEntryText } from '../../features/audit/use-entry-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import { momentsOf } from '../../features/table/moments-of.ts'
import type { Column, FilterField } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './audit.module.css'
import { type AuditEntry, EntrySheet } from './entry-sheet.tsx'

const FILTERS = ['actor', 'action', 'subject', 'from', 'to'] as const

const toMoments = momentsOf('from', 'to')

/** What members did and looked at, with values before and after. */
export default function AuditScreen() {
  const t = useWords('audit')
  const nameOf = useActionName()
  const { thingOf, changesOf, factsOf } = useEntryText()
  const list = useList(consoleApi.audit.list, { filters: FILTERS, toInput: toMoments })
  const [entry, setEntry] = useState<AuditEntry | null>(null)
  const columns: Column<AuditEntry>[] = [
    {
      key: 'action',
      label: t('what'),
      card: 'title',
      render: (row) => (
        <button type="button" className={css.open} onClick={() => setEntry(row)}>
          {nameOf(row.action)}
        </button>
      ),
    },
    { key: 'actor', label: t('who'), render: (row) => row.actorName ?? thingOf(row.actor) },
    { key: 'subject', label: t('subject'), render: (row) => (row.subject ? thingOf(row.subject) : '—') },
    {
      key: 'change',
      label: t('change'),
      render: (row) => {
        const changes = changesOf(row.before, row.after).map(({ field, before, after }) =>
          row.before === null ? `${field} ${after}` : `${field} ${before} → ${after}`,
        )
        const text = [...changes, ...factsOf(row.detail).map(({ name, value }) => `${name} ${value}`)].join(' · ')
        return text === '' ? null : <span className={css.change}>{text}</span>
      },
    },
    { key: 'at', label: t('at'), sort: 'at', card: 'end', render: (row) => <When at={row.at} /> },
    { key: 'address', label: t('address'), extra: true, render: (row) => row.address ?? '—' },
  ]
  const filters: FilterField[] = [
    {
      key: 'action',
      label: t('action'),
      kind: 'choice',
      options: [
        { value: 'staff', label: t('team') },
        ...auditActions.map((value) => ({ value, label: nameOf(value) })),
      ],
    },
    { key: 'actor', label: t('who'), kind: 'text' },
    { key: 'subject', label: t('subject'), kind: 'text' },
    { key: 'from', label: t('from'), kind: 'day' },
    { key: 'to', label: t('to'), kind: 'day' },
  ]
  return (
    <>
      <ScreenActions>
        <CsvButton load={() => call(consoleApi.audit.export, toMoments(list.state.filters))} />
      </ScreenActions>
      <ListTable
        list={list}
        label={t('label')}
        columns={columns}
        keyOf={(row) => String(row.id)}
        filters={filters}
        views="audit"
        presets={[{ label: t('team'), filters: { action: 'staff' } }]}
        empty={{ topic: 'calm', title: t('empty'), text: t('emptyText') }}
      />
      <p className={css.note}>{t('forever')}</p>
      <EntrySheet entry={entry} onClose={() => setEntry(null)} />
    </>
  )
}
