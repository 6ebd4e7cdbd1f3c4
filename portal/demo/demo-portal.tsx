import { useState } from 'react'
import { Route, Routes } from 'react-router'

import { ErrorBoundary } from '../../ui/components/error-boundary.tsx'
import { ShownToasts } from '../app/shown-toasts.tsx'
import UserArea from '../app/user-area.tsx'
import { USER_ROOT } from '../paths.ts'
import { type BrandChoice, chooseBrand, firstChoice } from './brands.ts'
import { DemoBar } from './demo-bar.tsx'
import { DemoEnd } from './demo-end.tsx'
import css from './demo.module.css'
import { StillRouter } from './still-router.tsx'

/** The user area as it is, under an address that never changes. */
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
            {/* Anew with each brand: what was read belongs to the one before. */}
            <Route path={`${USER_ROOT}/*`} element={<UserArea key={brand} />} />
            <Route path="*" element={<DemoEnd />} />
          </Routes>
        </StillRouter>
      </div>
      <ShownToasts />
    </ErrorBoundary>
  )
}
