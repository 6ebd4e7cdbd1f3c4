import type { ReactNode } from 'react'

import { SchemeButton } from '../../../ui/components/scheme-button.tsx'
import { useBrand } from '../../state/brand.ts'
import { useWords } from '../../words/language.ts'
import css from './open-page.module.css'

type Props = { title: string; end?: ReactNode; bottom: ReactNode; children: ReactNode }

/** A public page that works even when nothing else does: the brand on top, no component library. */
export function OpenPage({ title, end, bottom, children }: Props) {
  const base = useWords('base')
  const brand = useBrand()
  return (
    <div className={css.page}>
      <header className={css.head}>
        <img src={brand.icon} alt="" width="32" height="32" />
        <p className={css.brand}>{brand.title}</p>
        {end}
        <SchemeButton label={base('switchScheme')} />
      </header>
      <main className={css.main}>
        <h1 className={css.title}>{title}</h1>
        {children}
      </main>
      {bottom}
    </div>
  )
}
