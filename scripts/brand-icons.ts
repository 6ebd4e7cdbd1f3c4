import { chromium } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { DOLPHIN_ICON } from '../contract/brand.ts'
import { findBrowser } from '../e2e/browser.ts'
import { HOME_ICON_SIZE } from '../server/pages/home-icon.ts'
import { root } from './step.ts'

/**
 * Draws the brands' home-screen pictures from their icons. Run `node scripts/brand-icons.ts` after changing an icon.
 */
const folder = path.join(root, 'portal', 'public', 'static', 'brand')
const drawings = {
  fish: readFileSync(path.join(folder, 'fish.svg'), 'utf8'),
  dolphin: decodeURIComponent(DOLPHIN_ICON.slice(DOLPHIN_ICON.indexOf(',') + 1)),
  neutral: readFileSync(path.join(folder, 'neutral.svg'), 'utf8'),
}

const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ viewport: { width: HOME_ICON_SIZE, height: HOME_ICON_SIZE } })
for (const [name, svg] of Object.entries(drawings)) {
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${filled(svg)}`)
  writeFileSync(path.join(folder, `${name}-home.png`), await page.screenshot())
}
await browser.close()

/** Fills the picture with colour and keeps the figure inside the circle that no mask cuts. */
function filled(svg: string): string {
  const wide = svg.replace('viewBox="0 0 64 64"', `viewBox="-5 -5 74 74" width="${HOME_ICON_SIZE}"`)
  const full = wide.replace(/<rect width="64" height="64" rx="\d+"/, '<rect x="-5" y="-5" width="74" height="74"')
  if (full === wide || wide === svg) throw new Error('an icon is not drawn on a 64 × 64 square')
  return full
}
