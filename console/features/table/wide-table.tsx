import 'mantine-datatable/styles.layer.css'
import { DataTable } from 'mantine-datatable'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'

import { useWords } from '../../words/language.ts'
import { OfficeIcon } from '../icon/office-icon.tsx'
import { nextSort } from './list-state.ts'
import type { Column, ListTableProps, Selection } from './table-types.ts'
import { merged, turned } from './ticked.ts'
import { useRowKeys } from './use-row-keys.ts'
import css from './wide-table.module.css'

type Props<Row> = ListTableProps<Row> & { rows: Row[]; selection: Selection | null }

/** On a desktop: a table with a sticky heading and arrow keys. */
export function WideTable<Row>({ list, rows, columns, label, keyOf, to, action, selection }: Props<Row>) {
  const t = useWords('table')
  const navigate = useNavigate()
  const body = useRef<HTMLTableSectionElement>(null)
  const open = to ? (row: Row) => void navigate(to(row)) : null
  const toggle = selection ? (row: Row) => selection.set(turned(selection.keys, keyOf(row))) : null
  useRowKeys({ body, rows, open, toggle })
  const select = selection
    ? {
        selectedRecords: rows.filter((row) => selection.keys.has(keyOf(row))),
        onSelectedRecordsChange: (records: Row[]) => selection.set(merged(selection.keys, rows, records, keyOf)),
        allRecordsSelectionCheckboxProps: { 'aria-label': t('selectAll') },
        getRecordSelectionCheckboxProps: () => ({ 'aria-label': t('select') }),
      }
    : {}
  return (
    <div>
      <DataTable<Row>
        aria-label={label}
        idAccessor={(row) => keyOf(row)}
        records={rows}
        columns={[
          ...columns.map((column, at) => tableColumn({ column, isFirst: at === 0, list, to, sortWord: t('sortBy') })),
          ...(action
            ? [{ accessor: '·', title: '', textAlign: 'right' as const, render: action, cellsClassName: css.action! }]
            : []),
        ]}
        bodyRef={body as React.RefObject<HTMLTableSectionElement>}
        maxHeight="calc(100dvh - 230px)"
        minHeight={rows.length === 0 ? 120 : 0}
        highlightOnHover
        noRecordsText=""
        verticalSpacing={0}
        horizontalSpacing="sm"
        classNames={{ root: css.root!, header: css.head!, table: css.table! }}
        {...(open
          ? { onRowClick: ({ record, event }) => isOwnPress(event.target) || open(record), rowClassName: css.opens! }
          : {})}
        customRowAttributes={(_row, at) => ({ tabIndex: at === 0 ? 0 : -1, 'data-row': at })}
        {...select}
      />
    </div>
  )
}

/** A button or link inside a row does not also open the row. */
function isOwnPress(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input') !== null
}

type ColumnOptions<Row> = {
  column: Column<Row>
  isFirst: boolean
  list: ListTableProps<Row>['list']
  to: ListTableProps<Row>['to']
  sortWord: string
}

function tableColumn<Row>({ column, isFirst, list, to, sortWord }: ColumnOptions<Row>) {
  const { key, label, sort, align, width, render } = column
  return {
    accessor: key,
    title: sort ? <SortHead label={label} column={sort} list={list} word={sortWord} align={align} /> : label,
    ...(align ? { textAlign: align } : {}),
    ...(width ? { width } : {}),
    cellsClassName: isFirst ? css.first! : css.cell!,
    render: (row: Row) =>
      isFirst && to ? (
        <Link className={css.name} to={to(row)} tabIndex={-1}>
          {render(row)}
        </Link>
      ) : (
        render(row)
      ),
  }
}

type SortProps<Row> = {
  label: string
  column: string
  list: ListTableProps<Row>['list']
  word: string
  align: Column<Row>['align']
}

function SortHead<Row>({ label, column, list, word, align }: SortProps<Row>) {
  const { sort } = list.state
  const way = sort === column ? 'up' : sort === `-${column}` ? 'down' : 'none'
  return (
    <button
      type="button"
      className={css.sort}
      data-way={way}
      data-align={align}
      title={word}
      onClick={() => list.change({ sort: nextSort(sort, column) })}
    >
      {label}
      <OfficeIcon name={way === 'none' ? 'sort' : 'up'} size={14} />
    </button>
  )
}
