import { useId } from 'react'

import { useWords } from '../../words/language.ts'
import { type EntryFilter, isBackwards, KINDS } from './entry-filter.ts'
import css from './filter.module.css'

type Props = { filter: EntryFilter; onChange: (filter: EntryFilter) => void }

/** The browser's own controls: every phone has a good calendar. */
export function FilterFields({ filter, onChange }: Props) {
  const t = useWords('balance')
  const id = useId()
  const isWrong = isBackwards(filter)
  return (
    <>
      <label className={css.field}>
        <span className={css.label}>{t('kind')}</span>
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
          <span className={css.label}>{t(end)}</span>
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
