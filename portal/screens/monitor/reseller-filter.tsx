import type { FormEvent } from 'react'

import { Icon } from '../../../ui/components/icon.tsx'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'
import css from './reseller-filter.module.css'

type Props = { dailiKey: number | null; onChoose: (dailiKey: number | null) => void }

/** By number, because the monitor has no list of resellers. Suggests those that sell online. */
export function ResellerFilter({ dailiKey, onChoose }: Props) {
  const t = useWords('monitor')
  const known = useConfigState((state) => state.whiteList)

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const raw = String(new FormData(event.currentTarget).get('dailiKey') ?? '').trim()
    onChoose(/^\d{1,9}$/.test(raw) ? Number(raw) : null)
  }

  return (
    <form className={css.form} role="search" aria-label={t('filterLabel')} onSubmit={onSubmit}>
      <input
        className={css.input}
        name="dailiKey"
        aria-label={t('filterLabel')}
        placeholder={t('filterHint')}
        inputMode="numeric"
        enterKeyHint="search"
        pattern="\d{1,9}"
        autoComplete="off"
        list="known-resellers"
        defaultValue={dailiKey ?? ''}
      />
      <datalist id="known-resellers">
        {known.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <button type="submit" className={css.button} aria-label={t('filterApply')} title={t('filterApply')}>
        <Icon name="search" size={18} />
      </button>
      {dailiKey === null ? null : (
        <button
          type="button"
          className={css.button}
          aria-label={t('filterAll')}
          title={t('filterAll')}
          onClick={() => onChoose(null)}
        >
          <Icon name="close" size={18} />
        </button>
      )}
    </form>
  )
}
