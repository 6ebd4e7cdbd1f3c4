import { create } from 'zustand'

import type { Brand } from '../../contract/brand.ts'
import { applyBrand } from './apply-brand.ts'
import { readPageStart } from '../../ui/device/page-start.ts'

/** The brand on screen: the page's own until the configuration says otherwise. */
export const useBrand = create<Brand>()(() => readPageStart().brand)

let setAccent: (accent: string) => void = () => {}

/** How accent variables get into the page is the style sheet's business. */
export function configureBrand(given: { setAccent(accent: string): void }): void {
  setAccent = given.setAccent
}

/** Touches nothing when the brand is the one already shown, which is nearly always. */
export function showBrand(next: Brand): void {
  const now = useBrand.getState()
  if (sameBrand(now, next)) return
  useBrand.setState(next, true)
  applyBrand(next)
  if (next.accent !== now.accent) setAccent(next.accent)
}

function sameBrand(a: Brand, b: Brand): boolean {
  return (
    a.key === b.key &&
    a.title === b.title &&
    a.icon === b.icon &&
    a.accent === b.accent &&
    a.balanceName === b.balanceName
  )
}
