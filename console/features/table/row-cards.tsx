import { Checkbox } from '@mantine/core'
import { Link } from 'react-router'

import { useWords } from '../../words/language.ts'
import css from './row-cards.module.css'
import type { ListTableProps, Selection } from './table-types.ts'

type Props<Row> = ListTableProps<Row> & { rows: Row[]; selection: Selection | null }

/** On a phone a row is a card: its name, its details, and its actions within reach of the thumb. */
export function RowCards<Row>({ rows, columns, label, keyOf, to, action, selection }: Props<Row>) {
  const t = useWords('table')
  const title = columns.find(({ card }) => card === 'title') ?? columns[0]
  const ends = columns.filter(({ card }) => card === 'end')
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
            <dl className={css.lines}>
              {lines.map((column) => {
                const value = column.render(row)
                // An empty line takes no room.
                if (value === null) return null
                return (
                  <div key={column.key} className={css.line}>
                    <dt className={css.label}>{column.label}</dt>
                    <dd className={css.value}>{value}</dd>
                  </div>
                )
              })}
            </dl>
            {action ? <div className={css.action}>{action(row)}</div> : null}
          </li>
        )
      })}
    </ul>
  )
}

function turned(keys: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
