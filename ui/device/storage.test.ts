import { afterEach, expect, it, vi } from 'vitest'

import type { BrowserOptions } from '../test/browser.ts'
import { openPage } from '../test/page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openTab(options?: BrowserOptions) {
  return { ...(await openPage(options)), ...(await import('./storage.ts')) }
}

it('falls back to memory when storage is blocked', async () => {
  const { readStored, writeStored, removeStored, storageHealth } = await openTab({ blocked: true })
  expect([readStored('username'), storageHealth()]).toEqual([null, 'memory'])
  writeStored('username', 'alice')
  expect(readStored('username')).toBe('alice')
  removeStored('username')
  expect(readStored('username')).toBeNull()
})

it('keeps in memory a value that no longer fits into storage, and prefers it over the outdated stored one', async () => {
  const { readStored, writeStored, storageHealth } = await openTab({ stored: { userToken: 'Bearer old' } })
  expect(storageHealth()).toBe('lasting')
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  writeStored('userToken', 'Bearer new')
  expect([readStored('userToken'), storageHealth()]).toEqual(['Bearer new', 'memory'])
  full.mockRestore()
  writeStored('userToken', 'Bearer newer')
  expect([readStored('userToken'), storageHealth()]).toEqual(['Bearer newer', 'lasting'])
})
