import type { ReactNode } from 'react'

import { useBrand } from '../../brand/brand.ts'
import { PageTitle } from './page-title.tsx'
import css from './top-bar.module.css'

export function TopBar({ children }: { children: ReactNode }) {
  const brand = useBrand()
  return (
    <header className={css.bar}>
      <div className={css.inner}>
        <div className={css.brand}>
          <img className={css.icon} src={brand.icon} alt="" width="28" height="28" />
          <span className={css.name}>{brand.title}</span>
        </div>
        <PageTitle isSeen />
        {children}
      </div>
    </header>
  )
}
