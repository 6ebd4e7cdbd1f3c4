import { type ReactNode, useEffect, useRef } from 'react'

import { useWords } from '../../../locales/language.ts'
import css from './factors.module.css'

/** Takes the focus with it: the button that led here is gone, and a screen reader should say where one is now. */
export function SheetStep({ step, title, children }: { step: number; title: string; children: ReactNode }) {
  const t = useWords('security')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (step > 1) heading.current?.focus()
  }, [step])
  return (
    <div className={css.sheet}>
      <div>
        <p className={css.step}>{t('setupStep', { step })}</p>
        <h3 ref={heading} className={css.title} tabIndex={-1}>
          {title}
        </h3>
      </div>
      {children}
    </div>
  )
}
