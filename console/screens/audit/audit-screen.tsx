import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { ThingLink } from '../../features/audit/thing-link.tsx'
import { findActions, useActionName } from '../../features/audit/use-action-name.ts'
import { useEntryText } from '../../features/audit/use-entry-text.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column, FilterField } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { auditInput } from './audit-input.ts'
import css from './audit.module.css'
import { type AuditEntry, EntrySheet } from './entry-sheet.tsx'

const FILTERS = ['only', 'actor', 'action', 'subject', 'from', 'to'] as const

/** What members did and looked at, with values before and after. */
export default function AuditScreen() {
  const t = useWords('audit')
  const list = useList(consoleApi.audit.list, { filters: FILTERS, toInput: auditInput })
  const [entry, setEntry] = useState<AuditEntry | null>(null)
  const columns = useColumns(setEntry)
  const filters = useFilters(list.page?.rows ?? [])
  return (
    <>
      <ScreenActions quiet={<CsvButton load={() => call(consoleApi.audit.export, auditInput(list.state.filters))} />} />
      <ListTable
        list={list}
        label={t('label')}
        columns={columns}
        keyOf={(row) => String(row.id)}
        filters={filters}
        views="audit"
        presets={[
          { label: t('team'), filters: { action: 'staff' } },
          { label: t('looks'), filters: { only: 'looks' } },
        ]}
        empty={{ topic: 'calm', title: t('empty'), text: t('emptyText') }}
      />
      <p className={css.note}>{t('forever')}</p>
      <EntrySheet
        entry={entry}
        onClose={() => setEntry(null)}
        onOnly={(actor) => {
          setEntry(null)
          list.change({ filters: { actor } })
        }}
      />
    </>
  )
}

function useColumns(open: (row: AuditEntry) => void): Column<AuditEntry>[] {
  const t = useWords('audit')
  const nameOf = useActionName()
  const textOf = useEntryText()
  return [
    {
      key: 'action',
      label: t('what'),
      card: 'title',
      render: (row) => (
        <button type="button" className={css.open} onClick={() => open(row)}>
          {nameOf(row.action)}
        </button>
      ),
    },
    {
      key: 'actor',
      label: t('who'),
      card: 'under',
      render: (row) => row.actorName ?? textOf(row.names).thingOf(row.actor),
    },
    {
      key: 'subject',
      label: t('subject'),
      card: 'under',
      render: ({ subject, names }) =>
        subject ? <ThingLink code={subject}>{textOf(names).thingOf(subject)}</ThingLink> : '—',
    },
    {
      key: 'change',
      label: t('change'),
      card: 'hidden',
      render: (row) => {
        const { changesOf, factsOf } = textOf(row.names)
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
}

/** Names every member of the team, and whoever else acted on this page. */
function useFilters(rows: readonly AuditEntry[]): FilterField[] {
  const t = useWords('audit')
  const nameOf = useActionName()
  const textOf = useEntryText()
  const may = useMay()
  const { data: team } = useQuery({
    queryKey: ['team', 'members'],
    queryFn: () => call(consoleApi.staff.list, {}),
    enabled: may('staff.read'),
  })
  const people = new Map([
    ...(team?.rows ?? []).map(({ id, name }) => [`staff:${id}`, name] as const),
    ...rows.map(({ actor, actorName, names }) => [actor, actorName ?? textOf(names).thingOf(actor)] as const),
    ['job', t('system')] as const,
  ])
  return [
    {
      key: 'only',
      label: t('only'),
      kind: 'choice',
      options: [
        { value: 'changes', label: t('changes') },
        { value: 'looks', label: t('looks') },
        { value: 'all', label: t('allRows') },
      ],
    },
    { key: 'actor', label: t('who'), kind: 'choice', options: [...people].map(([value, label]) => ({ value, label })) },
    {
      key: 'action',
      label: t('action'),
      kind: 'choice',
      options: [
        { value: 'staff', label: t('team') },
        ...findActions().map((value) => ({ value, label: nameOf(value) })),
      ],
    },
    { key: 'subject', label: t('subject'), kind: 'text' },
    { key: 'from', label: t('from'), kind: 'day' },
    { key: 'to', label: t('to'), kind: 'day' },
  ]
}
