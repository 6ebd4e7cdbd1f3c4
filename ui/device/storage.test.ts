import { afterEach, describe, expect, it, vi } from 'vitest'

import type { BrowserOptions } from '../test/browser.ts'
import { openPage } from '../test/page.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openTab(options?: BrowserOptions) {
  return { ...(await openPage(options)), ...(await import('./storage.ts')), ...(await import('./app-key.ts')) }
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

it('keeps what a frame is denied to store in cookies of that frame, through a load', async () => {
  const cookies = {}
  const frame = { framed: true, denied: true, cookies }
  const first = await openTab(frame)
  first.writeStored('app_key', 'yx_260')
  first.writeStored('userToken', 'Bearer a b')
  expect(first.browser.cookieWrites.at(-1)).toBe(
    '__Host-kept-userToken=Bearer%20a%20b; Path=/; Max-Age=31536000; SameSite=None; Secure; Partitioned',
  )
  const { readStored, removeStored, storageHealth } = await openTab(frame)
  expect([readStored('userToken'), storageHealth()]).toEqual(['Bearer a b', 'frame'])
  removeStored('userToken')
  expect([readStored('userToken'), cookies]).toEqual([null, { '__Host-kept-app_key': 'yx_260' }])
})

it('writes no such cookie outside a frame, and none where storage works', async () => {
  for (const options of [{ denied: true }, { framed: true }]) {
    const { browser, readStored, writeStored } = await openTab(options)
    writeStored('userToken', 'Bearer a')
    expect([readStored('userToken'), browser.cookieWrites]).toEqual(['Bearer a', []])
  }
})

it('takes what only memory holds through a reload of our own, and leaves it nowhere', async () => {
  const frame = { framed: true, blocked: true, url: 'https://portal.example/user?a=1' }
  const first = await openTab({ ...frame, state: { idx: 3 } })
  first.writeStored('app_key', 'yx_260')
  first.writeStored('userToken', 'Bearer a')
  first.reloadPage()
  expect(first.browser.visits).toEqual(['/user?a=1&app_key=yx_260'])
  const { browser, readStored, storageHealth } = await openTab({ ...frame, state: first.browser.page.state })
  expect([readStored('userToken'), storageHealth()]).toEqual(['Bearer a', 'memory'])
  expect(browser.page.state).toEqual({ idx: 3 })
})

it('puts nothing into the history of a page that can store', async () => {
  const { browser, reloadPage, writeStored } = await openTab({ state: { idx: 3 } })
  writeStored('userToken', 'Bearer a')
  reloadPage()
  expect(browser.page.state).toEqual({ idx: 3 })
})

describe('asking for storage', () => {
  const frame: BrowserOptions = { framed: true, denied: true }
  function answer(ask: () => Promise<void>) {
    const asked = vi.fn(ask)
    Object.assign(document, { requestStorageAccess: asked })
    return asked
  }

  it('happens only in a frame that is denied it', async () => {
    for (const [options, times] of [
      [frame, 1],
      [{ framed: true }, 0],
      [{ denied: true }, 0],
    ] as const) {
      const { askForStorage } = await openTab(options)
      const asked = answer(() => Promise.reject(new Error('refused')))
      askForStorage()
      expect(asked).toHaveBeenCalledTimes(times)
    }
  })

  it('is nothing in a browser that cannot be asked', async () => {
    const { askForStorage, readStored, writeStored } = await openTab(frame)
    writeStored('userToken', 'Bearer a')
    askForStorage()
    expect(readStored('userToken')).toBe('Bearer a')
  })

  it('moves a session that began meanwhile, and nothing stays of another user there', async () => {
    const options = { ...frame, stored: { username: 'bob', password: 'dc1.bob', userToken: 'Bearer bob' } }
    const { askForStorage, browser, writeStored } = await openTab(options)
    answer(async () => void (options.denied = false))
    writeStored('userToken', 'Bearer alice')
    askForStorage()
    await vi.waitFor(() => expect(Object.fromEntries(browser.stored)).toEqual({ userToken: 'Bearer alice' }))
  })

  it('takes nobody’s session away when none began', async () => {
    const options = { ...frame, stored: { username: 'bob', password: 'dc1.bob', userToken: 'Bearer bob' } }
    const { askForStorage, readStored } = await openTab(options)
    const asked = answer(async () => void (options.denied = false))
    askForStorage()
    await asked.mock.results[0]!.value
    await Promise.resolve()
    expect(['username', 'password', 'userToken'].map((name) => readStored(name as 'username'))).toEqual([
      'bob',
      'dc1.bob',
      'Bearer bob',
    ])
  })
})
