import type { Page } from '@playwright/test'

import type { Language } from '../../contract/languages.ts'
import { takePicture } from '../check-screen.ts'
import { findCut } from '../find-cut.ts'
import { expect, test } from '../fixtures.ts'
import { settle } from './sheets.ts'

export type Look = { width: number; scheme: 'light' | 'dark' }
const isPictured = process.env.SCREENS === 'all'

/** Measures page after page in several looks, and tells at the end which words cannot be read. */
export function makeTour(page: Page, who: string, language: Language) {
  const found: string[] = []
  const seen = { pages: 0, sheets: 0, pageLooks: 0, sheetLooks: 0 }
  return {
    async look(at: string, looks: readonly Look[], sheet?: string): Promise<void> {
      seen[sheet ? 'sheets' : 'pages'] += 1
      seen[sheet ? 'sheetLooks' : 'pageLooks'] += looks.length
      for (const look of looks) {
        await wear(page, look)
        found.push(...(await findCut(page)).map((told) => `${at} ${look.width} ${look.scheme}: ${told}`))
        const name = ['console', who, slugOf(at), look.scheme, language, look.width].join('-')
        if (isPictured) await takePicture(page, name, sheet ?? 'page')
      }
      // A wide page has a button for each of its sheets.
      await page.setViewportSize({ width: 1440, height: 800 })
    },
    end(): typeof seen {
      test.info().annotations.push({ type: 'looks', description: JSON.stringify(seen) })
      expect(found).toEqual([])
      return seen
    },
  }
}

async function wear(page: Page, { width, scheme }: Look): Promise<void> {
  // Plots follow the system's colours; a picture must not show a colour on its way to another.
  if (isPictured) await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(`document.documentElement.setAttribute('data-mantine-color-scheme', '${scheme}')`)
  // Two frames: the table changes to rows, and plots notice their new size.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await settle(page)
}

/** A file name may have 255 bytes, and three are one Chinese character. */
const slugOf = (at: string) =>
  at
    .replace(/^\/console\/?/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, 60) || 'overview'
