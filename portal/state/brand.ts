import { create } from 'zustand'

import { writeAppKey } from '../../contract/app-key.ts'
import type { Brand } from '../../contract/brand.ts'
import { homeIconPath, manifestPath } from '../../contract/page.ts'
import { readPageStart } from '../../ui/device/page.ts'

/** The brand on screen: the page's own until the configuration says otherwise. */
export const useBrand = create<Brand>()(() => readPageStart().brand)

let setAccent: (accent: string) => void = () => {}

/** The stylesheet decides how accent variables get into the page. */
export function configureBrand(given: { setAccent(accent: string): void }): void {
  setAccent = given.setAccent
}

/** Changes nothing when the brand is already shown, which is nearly always true. */
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

/** Sets title, favicon, theme colour and manifest of a page that was served with another brand. */
export function applyBrand({ key, title, icon, accent }: Brand): void {
  const appKey = writeAppKey(key)
  if (document.title !== title) document.title = title
  set('link[rel="icon"]', 'href', icon)
  set('meta[name="theme-color"]', 'content', accent)
  set('link[rel="apple-touch-icon"]', 'href', homeIconPath(appKey))
  set('link[rel="manifest"]', 'href', manifestPath(appKey))
}

function set(selector: string, attribute: string, value: string): void {
  for (const element of document.querySelectorAll(selector)) element.setAttribute(attribute, value)
}
