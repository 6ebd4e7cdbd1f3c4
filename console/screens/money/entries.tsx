import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { entryKinds } from '../../../contract/console/choices.ts'
import type { EntryRow } from '../../../contract/console/money.ts'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { CsvButton } from '../../features/show/csv-button.tsx'
import { Money } from '../../features/show/money.tsx'
import { When } from '../../features/show/when.tsx'
import { ListTable } from '../../features/table/list-table.tsx'
import type { Column } from '../../features/table/table-types.ts'
import { useList } from '../../features/table/use-list.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import { entryWay } from './entry-way.ts'
import { entryWord } from './entry-word.ts'
import css from './money.module.css'

const FILTERS = ['kind', 'from', 'to']

/** Every change of the balance, each with the balance after it. */
export function Entries() {
  const t = useWords('money')
  const list = useList(consoleApi.money.entries, { filters: FILTERS })
  return (
    <>
      <ScreenActions quiet={<CsvButton load={() => call(consoleApi.money.exportEntries, list.asked)} />} />
      <ListTable
        list={list}
        label={t('tabEntries')}
        columns={columnsOf(t)}
        keyOf={(row) => row.entryId}
        filters={[
          {
            key: 'kind',
            label: t('filterKind'),
            kind: 'choice',
            options: entryKinds.map((value) => ({ value, label: t(value) })),
          },
          { key: 'from', label: t('filterFrom'), kind: 'day' },
          { key: 'to', label: t('filterTo'), kind: 'day' },
        ]}
        presets={[
          { label: t('presetSales'), filters: { kind: 'sale' } },
          { label: t('presetTopUps'), filters: { kind: 'agent_payment' } },
          { label: t('presetPayouts'), filters: { kind: 'payout_hold' } },
        ]}
        empty={{ topic: 'money', title: t('entriesEmpty'), text: t('entriesEmptyText') }}
      />
    </>
  )
}

function columnsOf(t: Translate<'money'>): Column<EntryRow>[] {
  return [
    { key: 'time', label: t('colTime'), sort: 'at', card: 'under', render: (row) => <When at={row.at} /> },
    { key: 'kind', label: t('colKind'), card: 'title', render: (row) => entryWord(t, row.kind) },
    { key: 'about', label: t('colAbout'), card: 'under', render: (row) => (hasAbout(row) ? <About row={row} /> : '—') },
    {
      key: 'amount',
      label: t('colAmount'),
      align: 'right',
      card: 'end',
      render: (row) => <Money fen={row.amountFen} isEntry />,
    },
    {
      key: 'after',
      label: t('colAfter'),
      align: 'right',
      card: 'underEnd',
      render: (row) => <Money fen={row.afterFen} />,
    },
  ]
}

const hasAbout = ({ about, orderId, bulkId, accountId }: EntryRow) =>
  about !== null || orderId !== null || bulkId !== null || accountId !== null

/** What an entry is about, with the way there as far as this member may go. */
function About({ row }: { row: EntryRow }) {
  const t = useWords('money')
  const way = entryWay(row, useMay())
  if (way === null) return row.about ?? '—'
  return <To path={way.path}>{way.word === 'toOrder' ? (row.about ?? t('toOrder')) : t(way.word)}</To>
}

function To({ path, children }: { path: string; children: string }) {
  return (
    <Link className={css.link} to={path}>
      {children}
    </Link>
  )
}
