import { writeAppKey } from '../../contract/app-key.ts'
import type { Brand } from '../../contract/brand.ts'
import { homeIconPath, manifestPath } from '../../contract/page.ts'

/** Title, favicon, theme colour and manifest of a page that was served with another brand. */
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
