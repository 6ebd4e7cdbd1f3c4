import { type ReactNode, useEffect, useEffectEvent } from 'react'

import { useWords } from '../../words/language.ts'
import css from './selection-bar.module.css'

/** Above the list while rows are selected: their number and the actions for them. Escape clears the selection. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number
  onClear: () => void
  children: ReactNode
}) {
  const t = useWords('table')
  const clear = useEffectEvent(onClear)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('[role="dialog"]')) clear()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className={css.bar} role="region" aria-label={t('selected', { count })}>
      <span className={css.count}>{t('selected', { count })}</span>
      <div className={css.actions}>{children}</div>
      <button type="button" className={css.clear} onClick={onClear}>
        {t('clear')}
      </button>
    </div>
  )
}
