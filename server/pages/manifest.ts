import { writeAppKey } from '../../contract/app-key.ts'
import type { Brand } from '../../contract/brand.ts'
import { homeIconPath } from '../../contract/page.ts'
import { HOME_ICON_SIZE } from './home-icon.ts'

/** One installable app per brand: id and start address carry the app key, so two brands on one origin stay apart. */
export function manifestOf(brand: Brand): object {
  const start = `/login?app_key=${writeAppKey(brand.key)}`
  const type = /^data:(image\/[a-z+]+)/.exec(brand.icon)?.[1] ?? 'image/svg+xml'
  const isDrawn = type === 'image/svg+xml'
  const homeIcon = {
    src: homeIconPath(writeAppKey(brand.key)),
    sizes: `${HOME_ICON_SIZE}x${HOME_ICON_SIZE}`,
    type: 'image/png',
    purpose: 'maskable',
  }
  return {
    id: start,
    start_url: start,
    scope: '/',
    name: brand.title,
    short_name: brand.title.slice(0, 12),
    display: 'standalone',
    theme_color: brand.accent,
    background_color: '#f4f7f8',
    // A mask may cut off parts of a reseller's own picture: only ours was drawn for one.
    icons: [{ src: brand.icon, sizes: 'any', type, purpose: 'any' }, ...(isDrawn ? [homeIcon] : [])],
  }
}
