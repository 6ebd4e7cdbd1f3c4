import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useWords } from '../../words/language.ts'
import css from './row-cards.module.css'
import type { Column, ListTableProps, Selection } from './table-types.ts'
import { turned } from './ticked.ts'

type Props<Row> = ListTableProps<Row> & { rows: Row[]; selection: Selection | null }

/** On a phone a row reads as in a banking app: name and amount, beneath them what and when, then its actions. */
export function RowCards<Row>({ rows, columns, label, keyOf, to, action, selection }: Props<Row>) {
  const t = useWords('table')
  const title = columns.find(({ card }) => card === 'title') ?? columns[0]
  const ends = columns.filter(({ card }) => card === 'end')
  const unders = columns.filter(({ card }) => card === 'under')
  const underEnds = columns.filter(({ card }) => card === 'underEnd')
  const lines = columns.filter((column) => column !== title && column.card === undefined)
  return (
    <ul className={css.cards} aria-label={label}>
      {rows.map((row) => {
        const key = keyOf(row)
        return (
          <li key={key} className={css.card} data-selected={selection?.keys.has(key)}>
            <div className={css.top}>
              {selection ? (
                <Checkbox
                  className={css.box!}
                  aria-label={t('select')}
                  checked={selection.keys.has(key)}
                  onChange={() => selection.set(turned(selection.keys, key))}
                />
              ) : null}
              <span className={css.title}>
                {to ? (
                  <Link className={css.name} to={to(row)}>
                    {title?.render(row)}
                  </Link>
                ) : (
                  title?.render(row)
                )}
              </span>
              {ends.map((column) => (
                <span key={column.key} className={css.end}>
                  {column.render(row)}
                </span>
              ))}
            </div>
            <Under row={row} unders={unders} ends={underEnds} isShifted={selection !== null} />
            <Lines row={row} columns={lines} />
            {action ? <div className={css.action}>{action(row)}</div> : null}
          </li>
        )
      })}
    </ul>
  )
}

type UnderProps<Row> = {
  row: Row
  unders: readonly Column<Row>[]
  ends: readonly Column<Row>[]
  isShifted: boolean
}

/** The second line: parts without a value leave no gap and no dot. */
function Under<Row>({ row, unders, ends, isShifted }: UnderProps<Row>) {
  const shown = (columns: readonly Column<Row>[]) =>
    columns.map((column) => ({ ...column, value: column.render(row) })).filter(({ value }) => !isNothing(value))
  const [left, right] = [shown(unders), shown(ends)]
  if (left.length + right.length === 0) return null
  return (
    <div className={css.under} data-shifted={isShifted}>
      <span className={css.parts}>
        {left.map(({ key, label, value }) => (
          <span key={key} className={css.part} title={label}>
            {value}
          </span>
        ))}
      </span>
      {right.map(({ key, label, value }) => (
        <span key={key} className={css.underEnd} title={label}>
          {value}
        </span>
      ))}
    </div>
  )
}

const isNothing = (value: ReactNode) => value === null || value === undefined || value === '' || value === '—'

function Lines<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const shown = columns
    .map((column) => ({ ...column, value: column.render(row) }))
    .filter(({ value }) => !isNothing(value))
  if (shown.length === 0) return null
  return (
    <dl className={css.lines}>
      {shown.map(({ key, label, value }) => (
        <div key={key} className={css.line}>
          <dt className={css.label}>{label}</dt>
          <dd className={css.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
