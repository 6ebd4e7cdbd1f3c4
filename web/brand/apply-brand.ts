import { writeAppKey } from '../../contract/app-key.ts'
import type { Brand } from '../../contract/brand.ts'
import { homeIconPath } from '../../contract/page.ts'

/** Title, favicon, theme colour and manifest of a page that was served with another brand. */
export function applyBrand({ key, title, icon, accent }: Brand): void {
  if (document.title !== title) document.title = title
  set('link[rel="icon"]', 'href', icon)
  set('meta[name="theme-color"]', 'content', accent)
  set('link[rel="apple-touch-icon"]', 'href', homeIconPath(writeAppKey(key)))
  set('link[rel="manifest"]', 'href', `/manifest.webmanifest?app_key=${writeAppKey(key)}`)
}

function set(selector: string, attribute: string, value: string): void {
  for (const element of document.querySelectorAll(selector)) element.setAttribute(attribute, value)
}
