import { beforeEach, expect, test, vi } from 'vitest'

import { openPushed, showPushed } from './pushed.ts'
import type { WorkerScope } from './scope.ts'

const showNotification = vi.fn(async () => {})
const unsubscribe = vi.fn(async () => true)
const openWindow = vi.fn(async () => null)
const tab = { focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) }
let tabs: (typeof tab)[] = []
let isSignedIn = true
const scope = {
  registration: { showNotification, pushManager: { getSubscription: async () => ({ unsubscribe }) } },
  clients: { matchAll: async () => tabs, openWindow },
} as unknown as WorkerScope

beforeEach(() => {
  vi.clearAllMocks()
  tabs = []
  isSignedIn = true
  vi.stubGlobal('caches', { has: async () => isSignedIn })
})

const waitUntil = () => {}
const pushed = (navigate: string) => ({
  waitUntil,
  data: {
    json: () => ({
      web_push: 8030,
      notification: { title: '流量已用 80%', body: '加一个流量包。', lang: 'zh-CN', tag: 'traffic', navigate },
    }),
  },
})

test.each([
  ['https://shop.example/user/tcBuy?app_key=yx_260', '/user/tcBuy'],
  ['https://elsewhere.example/login', '/user'],
  ['https://shop.example/user/../api/user/logout', '/user'],
])('a reminder for %s is shown and leads to %s', async (navigate, data) => {
  await showPushed(scope, pushed(navigate))
  expect(showNotification).toHaveBeenCalledWith('流量已用 80%', {
    body: '加一个流量包。',
    lang: 'zh-CN',
    tag: 'traffic',
    data,
  })
})

test('who signed out without a network hears nothing, and the address is given up', async () => {
  isSignedIn = false
  await showPushed(scope, pushed('https://shop.example/user/tcBuy'))
  expect(showNotification).not.toHaveBeenCalled()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('a tap opens the page in the window that is there, else in a new one', async () => {
  const close = vi.fn()
  const tapped = { waitUntil, notification: { data: '/user/tcBuy', close } }
  await openPushed(scope, tapped)
  expect(openWindow).toHaveBeenCalledWith('/user/tcBuy')
  tabs = [tab]
  await openPushed(scope, tapped)
  expect(tab.navigate).toHaveBeenCalledWith('/user/tcBuy')
  expect([close.mock.calls.length, openWindow.mock.calls.length, tab.focus.mock.calls.length]).toEqual([2, 1, 1])
})
