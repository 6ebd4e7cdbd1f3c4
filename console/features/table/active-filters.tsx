import { useWords } from '../../words/language.ts'
import { filterText } from './filter-text.ts'
import css from './table-tools.module.css'
import type { FilterField } from './table-types.ts'
import { activeFilters, isTurned } from './turned-filters.ts'

type Values = Readonly<Record<string, string>>
type Props = { filters: readonly FilterField[]; current: Values; onChange: (filters: Values) => void }

/** Filters that hold, as chips; pressing one removes it. */
export function ActiveFilters({ filters, current, onChange }: Props) {
  const t = useWords('table')
  return filters
    .filter(({ key }) => key in current)
    .map((field) => (
      <button
        key={field.key}
        type="button"
        className={css.active}
        onClick={() => onChange(activeFilters({ ...current, [field.key]: '' }))}
      >
        {isTurned(current, field.key) ? `${t('turned')} ` : ''}
        {field.label} {filterText(field, current[field.key] ?? '')}
        <span className={css.cross} aria-hidden="true">
          ×
        </span>
        <span className={css.heard}>{t('removeFilter')}</span>
      </button>
    ))
}
