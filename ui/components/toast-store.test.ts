import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { dismissToast, showMessage, showNotification, useToasts } from './toast-store.ts'

const texts = () => useToasts.getState().toasts.map(({ text }) => text)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

it('the same text again replaces the old toast and stays for the full time', () => {
  showMessage('error', '网络不通')
  vi.advanceTimersByTime(2000)
  showMessage('error', '网络不通')
  expect(texts()).toEqual(['网络不通'])
  vi.advanceTimersByTime(2999)
  expect(texts()).toEqual(['网络不通'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

it('puts the newest last, and lets the user close one early', () => {
  showMessage('success', '已保存')
  showNotification('info', '通知', '套餐将到期')
  expect(texts()).toEqual(['已保存', '套餐将到期'])
  const [, notification] = useToasts.getState().toasts
  expect(notification).toMatchObject({ kind: 'notification', tone: 'info', title: '通知' })
  dismissToast(notification?.id ?? 0)
  expect(texts()).toEqual(['已保存'])
})
