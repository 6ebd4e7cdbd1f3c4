import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { RetryCard } from '../../../ui/components/loaded.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { isNarrowed } from './list-state.ts'
import css from './list-table.module.css'
import { Pager } from './pager.tsx'
import { RowCards } from './row-cards.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { TableBones } from './table-bones.tsx'
import { TableTools } from './table-tools.tsx'
import type { ListTableProps } from './table-types.ts'
import { LIST_ATTRIBUTE } from './use-row-keys.ts'
import { WideTable } from './wide-table.tsx'

/** Every list of the console. The server searches, sorts and pages as the address says. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, columns, bulk } = props
  const isWide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = list.state.columns
  const shown = columns.filter(({ key, extra }) => (chosen ? chosen.includes(key) : !extra))
  const selection = bulk ? { keys: selected, set: setSelected } : null
  return (
    <div className={css.list} {...{ [LIST_ATTRIBUTE]: '' }}>
      <TableTools {...props} shown={shown} isWide={isWide} />
      <Rows {...props} columns={shown} isWide={isWide} selection={selection} />
      {bulk && selected.size > 0 ? (
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          {bulk([...selected], () => setSelected(new Set()))}
        </SelectionBar>
      ) : null}
    </div>
  )
}

type RowsProps<Row> = ListTableProps<Row> & {
  isWide: boolean
  selection: { keys: ReadonlySet<string>; set: (keys: ReadonlySet<string>) => void } | null
}

function Rows<Row>({ isWide, ...props }: RowsProps<Row>) {
  const t = useWords('table')
  const base = useWords('base')
  const { list, empty } = props
  if (!list.page) {
    if (!list.error) {
      return (
        <div className={css.card} role="status" aria-label={base('loading')}>
          <TableBones columns={props.columns.length} isWide={isWide} />
        </div>
      )
    }
    return (
      <div className={css.card}>
        <RetryCard title={t('failed')} text={failureText(list.error)} busy={list.isFetching} onRetry={list.retry} />
      </div>
    )
  }
  const { rows } = list.page
  if (rows.length === 0 && !list.error) {
    const narrowed = isNarrowed(list.state)
    return (
      <div className={css.card}>
        <EmptyPart
          topic={empty.topic}
          title={narrowed ? t('nothingFits') : empty.title}
          text={narrowed ? t('nothingFitsText') : empty.text}
        >
          {narrowed ? (
            <button type="button" className={css.link} onClick={() => list.change({ search: '', filters: {} })}>
              {t('showAll')}
            </button>
          ) : (
            empty.action
          )}
        </EmptyPart>
      </div>
    )
  }
  return (
    <div className={isWide ? css.card : undefined} aria-busy={list.isFetching} data-stale={list.error !== null}>
      {isWide ? <WideTable {...props} rows={rows} /> : <RowCards {...props} rows={rows} />}
      <Pager list={list} page={list.page} />
    </div>
  )
}
