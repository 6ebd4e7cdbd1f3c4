import { useMediaQuery } from '@mantine/hooks'
import { useState, useId } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useWords } from '../../words/language.ts'
import { type EntryFilter, isBackwards, isFiltered, NO_FILTER, KINDS } from './entry-filter.ts'
import css from './filter.module.css'

type Props = { filter: EntryFilter; onFilter: (filter: EntryFilter) => void }

const COMMON: readonly EntryFilter['kind'][] = ['', 'topup', 'sale', 'refund', 'card_redeem']

/** Side by side if there is room, chips for the usual kinds on a phone, and the rest behind a button. */
export function FilterBar({ filter, onFilter }: Props) {
  const wide = useMediaQuery('(min-width: 40em)', false, { getInitialValueInEffect: false })
  return wide ? (
    <WideFilter filter={filter} onFilter={onFilter} />
  ) : (
    <NarrowFilter filter={filter} onFilter={onFilter} />
  )
}

function WideFilter({ filter, onFilter }: Props) {
  const t = useWords('balance')
  // Stores only a filter that cannot be applied: clearing the filter elsewhere then clears these fields too.
  const [wrong, setWrong] = useState<{ typed: EntryFilter; applied: EntryFilter } | null>(null)
  const draft = wrong?.applied === filter ? wrong.typed : filter
  const change = (next: EntryFilter) => {
    if (isBackwards(next)) return setWrong({ typed: next, applied: filter })
    setWrong(null)
    onFilter(next)
  }
  return (
    <div className={css.wide}>
      <FilterFields filter={draft} onChange={change} />
      {isFiltered(draft) ? (
        <button type="button" className={css.clear} onClick={() => change(NO_FILTER)}>
          {t('clear')}
        </button>
      ) : null}
    </div>
  )
}

function NarrowFilter({ filter, onFilter }: Props) {
  const t = useWords('balance')
  const base = useWords('base')
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState(filter)
  // One chosen in the sheet has a chip too.
  const chips: EntryFilter['kind'][] = COMMON.includes(filter.kind) ? [...COMMON] : [...COMMON, filter.kind]
  const open = () => {
    setDraft(filter)
    setOpened(true)
  }
  const apply = (next: EntryFilter) => {
    onFilter(next)
    setOpened(false)
  }
  return (
    <div className={css.narrow}>
      <FilterChips
        label={t('kind')}
        options={chips.map((value) => ({ value, label: t(value || 'all') }))}
        value={filter.kind}
        onChange={(kind) => onFilter({ ...filter, kind })}
      />
      <button type="button" className={css.chip} data-on={isFiltered(filter)} onClick={open}>
        <Icon name="search" size={16} />
        {t(isFiltered(filter) ? 'filtered' : 'filter')}
      </button>
      {isFiltered(filter) ? (
        <button type="button" className={css.clear} onClick={() => onFilter(NO_FILTER)}>
          {t('clear')}
        </button>
      ) : null}
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t('filter')} closeLabel={base('close')}>
        <div className={css.sheet}>
          <FilterFields filter={draft} onChange={setDraft} />
          <ActionButton fill disabled={isBackwards(draft)} onClick={() => apply(draft)}>
            {t('apply')}
          </ActionButton>
        </div>
      </Sheet>
    </div>
  )
}

type FilterFieldsProps = { filter: EntryFilter; onChange: (filter: EntryFilter) => void }

/** The browser's own controls: every phone has a good calendar. */
export function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const t = useWords('balance')
  const id = useId()
  const isWrong = isBackwards(filter)
  return (
    <>
      <label className={css.field}>
        <span className="soft">{t('kind')}</span>
        <select
          className={css.input}
          value={filter.kind}
          onChange={(event) => onChange({ ...filter, kind: event.currentTarget.value as EntryFilter['kind'] })}
        >
          <option value="">{t('all')}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(kind)}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={css.field}>
          <span className="soft">{t(end)}</span>
          <input
            type="date"
            className={css.input}
            value={filter[end]}
            aria-invalid={isWrong ? true : undefined}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onChange={(event) => onChange({ ...filter, [end]: event.currentTarget.value })}
          />
        </label>
      ))}
      {isWrong ? (
        <p className={css.wrong} id={`${id}-wrong`} role="alert">
          {t('wrongOrder')}
        </p>
      ) : null}
    </>
  )
}
