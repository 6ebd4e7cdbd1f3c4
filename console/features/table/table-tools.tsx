import { lazy, Suspense, useState } from 'react'

import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { useWords } from '../../words/language.ts'
import { OfficeIcon } from '../icon/office-icon.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { isChosen } from './is-chosen.ts'
import { SavedViews } from './saved-views.tsx'
import { SearchField } from './search-field.tsx'
import css from './table-tools.module.css'
import type { Column, ListTableProps, Preset } from './table-types.ts'
import type { List } from './use-list.ts'

/** Loaded lazily: most members open no filters, so nobody should wait for their fields and calendar. */
const FilterSheet = lazy(() => loadChunk(() => import('./filter-sheet.tsx')))
const ColumnsSheet = lazy(() => loadChunk(() => import('./columns-sheet.tsx')))

type Props<Row> = ListTableProps<Row> & { shown: readonly Column<Row>[]; isWide: boolean }

/** Above the rows: search, presets, active filters and the choice of columns. */
export function TableTools<Row>({
  list,
  columns,
  shown,
  search,
  filters = [],
  presets = [],
  views,
  isWide,
}: Props<Row>) {
  const t = useWords('table')
  const [open, setOpened] = useState<'nothing' | 'filters' | 'columns'>('nothing')
  const [wasOpen, setWasOpen] = useState({ filters: false, columns: false })
  const close = () => setOpened('nothing')
  const setOpen = (sheet: 'filters' | 'columns') => {
    setWasOpen({ ...wasOpen, [sheet]: true })
    setOpened(sheet)
  }
  if (!search && filters.length === 0 && presets.length === 0 && !isWide) return null
  return (
    <div className={css.tools}>
      {search ? <SearchField label={search} list={list} /> : null}
      <div className={css.chips}>
        {/* First: on a phone the row scrolls sideways, and what narrows the list must be seen. */}
        {/* A pressed preset already shows its filters. */}
        {presets.some((preset) => isChosen(preset, list.state.filters)) ? null : (
          <ActiveFilters
            filters={filters}
            current={list.state.filters}
            onChange={(next) => list.change({ filters: next })}
          />
        )}
        <Presets list={list} presets={presets} />
        {views ? <SavedViews screen={views} /> : null}
        {filters.length > 0 ? (
          <button type="button" className={css.chip} onClick={() => setOpen('filters')}>
            <OfficeIcon name="filter" size={16} />
            {t('filter')}
          </button>
        ) : null}
        {isWide && columns.length > 3 ? (
          <button type="button" className={css.chip} data-end="" onClick={() => setOpen('columns')}>
            <OfficeIcon name="columns" size={16} />
            {t('columns')}
          </button>
        ) : null}
      </div>
      <Suspense>
        {wasOpen.filters ? (
          <FilterSheet
            opened={open === 'filters'}
            onClose={close}
            filters={filters}
            current={list.state.filters}
            onApply={(next) => list.change({ filters: next })}
          />
        ) : null}
        {wasOpen.columns ? (
          <ColumnsSheet
            opened={open === 'columns'}
            onClose={close}
            list={list as List<unknown>}
            columns={columns.map(({ key, label, extra }) => ({ key, label, isExtra: extra ?? false }))}
            shown={shown.map(({ key }) => key)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

function Presets<Row>({ list, presets }: { list: List<Row>; presets: readonly Preset[] }) {
  const { filters } = list.state
  return presets.map((preset) => (
    <button
      key={preset.label}
      type="button"
      className={css.chip}
      aria-pressed={isChosen(preset, filters)}
      onClick={() => list.change({ filters: isChosen(preset, filters) ? {} : preset.filters })}
    >
      {preset.label}
    </button>
  ))
}
