import { AxeBuilder } from '@axe-core/playwright'
import type { Page, Request } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import path from 'node:path'

import type { Language } from '../contract/languages.ts'
import { fill } from '../ui/words/translate.ts'
import { expect } from './fixtures.ts'
import type { Opened } from './screen-table.ts'

/** This call never ends by itself. */
const STREAM = '/api/monitor/stream'
/** Polling often costs nothing: the counters are in this process. */
const OFTEN = { intervals: [20] }
/** From this width, a list and what was chosen from it stand side by side (ui/components/panes.tsx). */
const PANES = 1100
const FOLDER = path.join(import.meta.dirname, '..', 'test-results', 'screens')

export type Traffic = { calls(): string[]; isQuiet(): boolean; forget(): void }

/** Records the page's calls by path, and whether one is still under way. */
export function watchTraffic(page: Page): Traffic {
  const calls = new Set<string>()
  const open = new Set<Request>()
  const pathOf = (request: Request) => new URL(request.url()).pathname
  page.on('request', (request) => {
    const at = pathOf(request)
    if (at.startsWith('/api/')) calls.add(at)
    if (at !== STREAM) open.add(request)
  })
  const close = (request: Request) => void open.delete(request)
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  return {
    calls: () => [...calls].sort(),
    isQuiet: () => open.size === 0,
    forget: () => {
      calls.clear()
      open.clear()
    },
  }
}

/** Opens a path as if typed, and waits until the screen and all its calls are complete. */
export async function openScreen(
  page: Page,
  traffic: Traffic,
  typed: string,
  { at, heading, calls, deskCalls = [] }: Opened,
  language: Language,
): Promise<void> {
  traffic.forget()
  await page.goto(typed, { waitUntil: 'domcontentloaded' })
  const title = await textOf(heading, language)
  // Some headings continue with the brand's name.
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${title}`) })).toHaveCount(1)
  expect(new URL(page.url()).pathname).toBe(at)
  const wanted = page.viewportSize()!.width < PANES ? calls : [...calls, ...deskCalls]
  await expect.poll(traffic.calls, OFTEN).toEqual([...new Set(wanted)].sort())
  await expect.poll(traffic.isQuiet, OFTEN).toBe(true)
  await expect(page.getByRole('status', { name: await textOf('base.loading', language) })).toHaveCount(0)
}

/** The text as users of key 0 see it. */
export async function textOf(word: string, language: Language): Promise<string> {
  const [part, name] = word.split('.') as [string, string]
  const wordsOf = async (file: string) =>
    ((await import(`../portal/words/${language.toLowerCase()}/${file}.ts`)) as { default: Record<string, string> })
      .default
  const text = (await wordsOf(part))[name]
  if (text === undefined) throw new Error(`No word ${word}`)
  return fill(text, {}, { balance: (await wordsOf('base'))['coins']! })
}

export async function expectNoSideways(page: Page): Promise<void> {
  const wide = await page.evaluate('document.documentElement.scrollWidth')
  expect(wide, 'the page scrolls sideways').toBeLessThanOrEqual(page.viewportSize()!.width)
}

/** Leaves out framed pages; those that the server hosts are checked separately. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .setLegacyMode()
    // Collect only violations: everything else is most of the work.
    .options({ resultTypes: ['violations'] })
    .analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const told = grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect(told).toEqual([])
}

/**
 * Of the whole page, however long (under a sheet only what is in view), of what is in view, or of the topmost element
 * that a selector finds.
 */
export async function takePicture(
  page: Page,
  name: string,
  shown: 'view' | 'page' | (string & {}) = 'page',
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const isElement = shown !== 'view' && shown !== 'page'
  const clip = isElement ? await page.locator(shown).last().boundingBox() : null
  const fullPage = shown === 'page' && (await page.getByRole('dialog').count()) === 0
  const target = { path: path.join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 80 } as const
  await page.screenshot({ ...target, ...(clip ? { clip } : { fullPage }) })
}
