import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { type Brand, DOLPHIN_ICON } from '../../contract/brand.ts'
import { FISH_ICON } from '../../contract/default-brand.ts'

/** Our brand drawings without rounded corners: phones round them themselves. Made by scripts/brand-icons.ts. */
export const HOME_ICON_SIZE = 512

type Picture = { type: string; body: Buffer }

/** The reseller's own picture unchanged, or the one drawn for the brand. */
export async function homeIconOf({ icon }: Brand, webDir: string): Promise<Picture> {
  const [, type, data] = /^data:(image\/(?:png|jpeg|webp));base64,(.+)$/.exec(icon) ?? []
  if (type && data) return { type, body: Buffer.from(data, 'base64') }
  const name = icon === FISH_ICON ? 'fish' : icon === DOLPHIN_ICON ? 'dolphin' : 'neutral'
  return { type: 'image/png', body: await readFile(path.join(webDir, 'static', 'brand', `${name}-home.png`)) }
}
