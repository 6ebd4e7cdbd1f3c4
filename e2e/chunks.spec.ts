import { expect } from './fixtures.ts'
import { findLazyChunks } from './lazy-chunks.ts'
import { test } from './screen-stage.ts'

const CHUNK_LIMIT_MS = 120_000

test.use({ visitor: 'old' })

test('gives up each hanging chunk after two minutes, with a screen that says so', async ({ page, faults }) => {
  const { held, unheld } = findLazyChunks()
  expect(unheld).toEqual([])
  expect(held.length).toBeGreaterThan(50)
  await page.clock.install()
  const error = page.getByRole('heading', { name: '页面没有加载完整' })
  const problems: string[] = []
  for (const { chunk, file, at } of held) {
    // Never answer: the request hangs until the page is left.
    await page.route(`**/${file}`, () => {})
    const asked = page.waitForRequest(`**/${file}`)
    await page.goto(at, { waitUntil: 'commit' })
    await asked
    const passTime = async () => {
      await page.clock.fastForward(CHUNK_LIMIT_MS)
      return error.count()
    }
    try {
      await expect.poll(passTime, { intervals: [50, 100] }).toBe(1)
    } catch {
      problems.push(`${at} waits for ever for ${chunk}`)
    }
    await page.unroute(`**/${file}`)
  }
  expect(problems).toEqual([])
  // React logs the error that the boundary caught.
  expect(faults.splice(0).filter((text) => !text.startsWith('ChunkError'))).toEqual([])
})
