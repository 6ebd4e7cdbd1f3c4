import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { api } from '../../../contract/api.ts'
import type { Line } from '../../../contract/lines.ts'
import { call } from '../../../ui/http/client.ts'
import { emptyWindow } from '../../../ui/http/dedupe.ts'
import { makeQueryClient } from '../../../ui/http/query-client.ts'
import { openBrowser } from '../../../ui/test/browser.ts'
import { passMs } from '../../../ui/test/calls.ts'
import { useLineState } from '../../state/line.ts'
import { dropLine, putLine, putFeedUrl } from './put-line.ts'
import { linesQuery } from './use-lines.ts'

const LIST = '/api/line/list'
const line = (id: string, credential: string) => ({ id, nodeId: 1, connection: { credential } }) as Line
const shown = () => useLineState.getState().lineList.map(({ id, connection }) => `${id} ${connection?.credential}`)

/** Opens the list and reloads it over a slow connection: the answer will be outdated. */
async function openList() {
  vi.useFakeTimers()
  const browser = openBrowser({ url: 'https://portal.example/user/line_list' })
  const server = { lines: [line('a', 'old key')], subscriptionUrl: 'https://portal.example/sub/old' }
  browser.answer(LIST, { data: server })
  for (const path of ['rotate', 'install', 'uninstall', 'resetSub']) browser.answer(`/api/line/${path}`, { data: {} })
  const queries = makeQueryClient()
  const observer = new QueryObserver(queries, linesQuery)
  const end = observer.subscribe(() => {})
  await passMs(0)
  browser.answer(LIST, () => ({ data: structuredClone(server), delayMs: 1500 }))
  await passMs(2000)
  void observer.refetch()
  await passMs(500)
  const address = () => observer.getCurrentResult().data?.subscriptionUrl
  const asked = () => browser.sent(LIST).length
  return { server, queries, address, asked, end }
}

let end = () => {}
beforeEach(() => emptyWindow())
afterEach(() => {
  end()
  useLineState.getState().clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('an outdated list does not bring back an old key', async () => {
  const list = await openList()
  end = list.end
  await call(api.lines.rotate, { lineId: 'a' })
  list.server.lines = [line('a', 'new key')]
  putLine(list.queries, line('a', 'new key'))
  await passMs(1200)
  expect(shown()).toEqual(['a new key'])
  await passMs(400)
  expect([shown(), list.asked()]).toEqual([['a new key'], 3])
})

it('an outdated list neither removes a line just installed nor restores a removed one', async () => {
  const list = await openList()
  end = list.end
  await call(api.lines.install, { nodeId: 2 })
  list.server.lines = [line('a', 'old key'), line('b', 'key')]
  putLine(list.queries, line('b', 'key'))
  await passMs(1200)
  expect(shown()).toEqual(['a old key', 'b key'])
  await call(api.lines.uninstall, { lineId: 'a' })
  list.server.lines = [line('b', 'key')]
  dropLine(list.queries, 'a')
  await passMs(400)
  expect(shown()).toEqual(['b key'])
})

it("an outdated list does not restore the feed's address after a reset", async () => {
  const list = await openList()
  end = list.end
  await call(api.lines.resetSub, {})
  list.server.subscriptionUrl = 'https://portal.example/sub/new'
  putFeedUrl(list.queries, 'https://portal.example/sub/new')
  await passMs(1200)
  expect(list.address()).toBe('https://portal.example/sub/new')
  await passMs(400)
  expect([list.address(), list.asked()]).toEqual(['https://portal.example/sub/new', 3])
})

it('an answer that arrives after the user has left shows nothing', async () => {
  const list = await openList()
  list.end()
  list.queries.clear()
  useLineState.getState().clear()
  await passMs(1600)
  expect(shown()).toEqual([])
})
