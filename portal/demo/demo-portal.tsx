import { useState } from 'react'
import { Route, Routes, Link } from 'react-router'

import { ErrorBoundary } from '../../ui/components/error-boundary.tsx'
import { PlainMessage } from '../../ui/components/plain-message.tsx'
import { ShownToasts } from '../app/shown-toasts.tsx'
import UserArea from '../app/user-area.tsx'
import { USER_ROOT } from '../paths.ts'
import { useWords } from '../words/language.ts'
import { type BrandChoice, chooseBrand, firstChoice } from './brands.ts'
import { DemoBar, registerUrl } from './demo-bar.tsx'
import css from './demo.module.css'
import { StillRouter } from './still-router.tsx'

/** The real user area, under an address that never changes. */
export function DemoPortal() {
  const [brand, setBrand] = useState(firstChoice)
  function choose(next: BrandChoice): void {
    chooseBrand(next)
    setBrand(next)
  }
  return (
    <ErrorBoundary>
      <div className={css.page}>
        <DemoBar brand={brand} onBrand={choose} />
        <StillRouter first={USER_ROOT}>
          <Routes>
            {/* Mounts again for each brand, because loaded data belongs to the previous one. */}
            <Route path={`${USER_ROOT}/*`} element={<UserArea key={brand} />} />
            <Route path="*" element={<DemoEnd />} />
          </Routes>
        </StillRouter>
      </div>
      <ShownToasts />
    </ErrorBoundary>
  )
}

/** Shown after signing out. */
export function DemoEnd() {
  const t = useWords('demo')
  return (
    <PlainMessage title={t('endTitle')} text={t('endText')}>
      <div className={css.ways}>
        <a className={css.main} href={registerUrl()}>
          {t('register')}
        </a>
        <Link className={css.again} to={USER_ROOT} replace>
          {t('again')}
        </Link>
      </div>
    </PlainMessage>
  )
}
