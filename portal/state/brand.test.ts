import { afterEach, expect, it, vi } from 'vitest'

import { brandOf } from '../../contract/brand.ts'
import { openPortal, resellerConfig } from '../test/portal.ts'

const own = { ...brandOf(7), title: '小马加速', accent: '#aa3300' }
const start = {
  brand: own,
  language: 'en',
  scheme: 'dark',
  sandbox: true,
  build: 'abc',
  timeZone: 'Asia/Tokyo',
  limits: {},
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('reads what the server wrote into the page', async () => {
  await openPortal({ brand: JSON.stringify(start) })
  const { readPageStart } = await import('../../ui/device/page.ts')
  expect(readPageStart()).toEqual(start)
})

it.each([undefined, '', '{', 'null', '%BRAND_JSON%'])(
  'uses brand 0 for a page without the block (%s)',
  async (brand) => {
    const { useBrand } = await openPortal(brand === undefined ? {} : { brand })
    expect(useBrand.getState()).toEqual(brandOf(0))
  },
)

it("changes nothing when the configuration confirms the page's brand", async () => {
  const {
    browser,
    configureBrand,
    start: startPage,
    useBrand,
    loadResellerConfig,
  } = await openPortal({
    url: 'https://portal.example/login?app_key=yx_7',
    brand: JSON.stringify(start),
  })
  const setAccent = vi.fn()
  configureBrand({ setAccent })
  const { title, icon, accent, balanceName } = own
  browser.answer('/api/daili/dailiConfig', { data: { ...resellerConfig(7), title, icon, accent, balanceName } })
  await startPage()
  await loadResellerConfig()
  expect(useBrand.getState()).toEqual(own)
  expect([browser.title.writes, setAccent.mock.calls.length]).toEqual([0, 0])
})

it('applies a configuration that differs: title, favicon, theme colour, manifest, accent', async () => {
  const {
    browser,
    configureBrand,
    start: startPage,
    loadResellerConfig,
  } = await openPortal({
    url: 'https://portal.example/login?app_key=yx_7',
    brand: JSON.stringify({ ...start, brand: brandOf(0) }),
  })
  const setAccent = vi.fn()
  configureBrand({ setAccent })
  await startPage()
  await loadResellerConfig()
  expect(browser.title.text).toBe('用户中心')
  expect(Object.fromEntries(browser.attributes)).toEqual({
    'link[rel="icon"] href': '/static/brand/neutral.svg',
    'link[rel="apple-touch-icon"] href': '/apple-touch-icon.png?app_key=yx_7',
    'meta[name="theme-color"] content': '#2563eb',
    'link[rel="manifest"] href': '/manifest.webmanifest?app_key=yx_7',
  })
  expect(setAccent.mock.calls).toEqual([['#2563eb']])
})

it.each([
  ['keeps its own brand', own, '小马加速'],
  ['takes the rule of the key instead of a foreign brand', brandOf(0), '用户中心'],
])('when the configuration fails the page %s', async (_name, brand, title) => {
  const {
    browser,
    start: startPage,
    useBrand,
    loadResellerConfig,
  } = await openPortal({
    url: 'https://portal.example/login?app_key=yx_7',
    brand: JSON.stringify({ ...start, brand }),
  })
  browser.answer('/api/daili/dailiConfig', { code: 'reseller.unknown' })
  await startPage()
  await loadResellerConfig()
  expect(useBrand.getState().title).toBe(title)
})

it('drops an answer for a reseller that was left in the meantime', async () => {
  const { browser, useBrand, useConfigState, loadResellerConfig } = await openPortal()
  const { setDailiKey } = useConfigState.getState()
  setDailiKey(7)
  const late = loadResellerConfig()
  setDailiKey(0)
  await late
  expect(useConfigState.getState().dailiConfig).toEqual({})
  expect([useBrand.getState().key, browser.title.writes]).toEqual([0, 0])
})
