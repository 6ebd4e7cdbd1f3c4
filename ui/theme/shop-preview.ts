import type { Scheme } from '../../contract/accent.ts'
import type { Brand } from '../../contract/brand.ts'
import type { Language } from '../../contract/languages.ts'

/** What the console asks the portal's own code to draw: a page with a brand that is not saved yet. */
export type ShopLook = {
  page: 'login' | 'home'
  language: Language
  brand: Pick<Brand, 'key' | 'title' | 'icon' | 'accent'>
}

export type DrawnShop = { show(look: ShopLook): Promise<void>; end(): void }

/** Draws into an empty frame of the console's own page. Sends and stores nothing. */
export type DrawShop = (frame: Document, scheme: Scheme) => DrawnShop
