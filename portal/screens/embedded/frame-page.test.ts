import { beforeEach, expect, test, vi } from 'vitest'

import { framePage } from './frame-page.ts'

beforeEach(() => vi.stubGlobal('location', new URL('https://portal.example/user/message')))
const look = { language: 'zh-TW', scheme: 'dark' } as const
const plain = { resellerKey: 260, look, isFramed: false }

test('gives a hosted page brand, language and colours, but neither scripts nor our origin', () => {
  expect(framePage('/hosted/help', plain)).toEqual({
    url: 'https://portal.example/hosted/help?app_key=yx_260&lang=zh-TW&scheme=dark',
    sandbox: 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation allow-forms',
    isForeign: false,
  })
})

test('lets the help page alone send its forms', () => {
  expect(framePage('/hosted/tutorial', plain)?.sandbox).not.toContain('allow-forms')
})

test('lets nothing move the top window when we are in a frame ourselves', () => {
  const page = framePage('/hosted/help', { ...plain, isFramed: true })
  expect(page?.sandbox).not.toContain('top-navigation')
  expect(new URL(page!.url).searchParams.get('iframe')).toBe('1')
})

test('gives another site’s page only the requested parameters and keeps its own query', () => {
  const params = { username: 'a&b', password: 'tk1.x', app_key: 'yx_260' }
  expect(framePage('https://usage.example/u?lang=zh', { ...plain, params })?.url).toBe(
    'https://usage.example/u?lang=zh&username=a%26b&password=tk1.x&app_key=yx_260',
  )
  const page = framePage('https://help.example/', plain)
  expect(page).toMatchObject({ url: 'https://help.example/', isForeign: true })
  expect(page?.sandbox).not.toMatch(/top-navigation|modals|downloads|escape/)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://help.example/',
  'https://user:pass@help.example/',
  'https://portal.example/user/freeze_acc',
  '/user/freeze_acc',
  '/hosted/../user/freeze_acc',
  '//evil.example/hosted/',
  '/hosted/\\..\\..\\user',
  '',
])('%s is not shown', (address) => {
  expect(framePage(address, plain)).toBeNull()
})
