import type { ReactNode } from 'react'

import { useBrand } from '../../state/brand.ts'
import { IconButton } from '../../../ui/components/icon-button.tsx'
import { useWords } from '../../words/language.ts'
import { PageTitle } from './page-title.tsx'
import css from './top-bar.module.css'

/** On a phone: the brand on a place of the bottom bar, the way back and the page's name on every other page. */
export function TopBar({ onBack, children }: { onBack: (() => void) | null; children: ReactNode }) {
  const t = useWords('user')
  const brand = useBrand()
  return (
    <header className={css.bar}>
      <div className={css.inner}>
        {onBack ? (
          <div className={css.back}>
            <IconButton icon="back" label={t('back')} onClick={onBack} />
          </div>
        ) : (
          <div className={css.brand}>
            <img className={css.icon} src={brand.icon} alt="" width="28" height="28" />
            <span className={css.name}>{brand.title}</span>
          </div>
        )}
        <PageTitle seen={onBack ? 'always' : 'wide'} />
        {children}
      </div>
    </header>
  )
}
