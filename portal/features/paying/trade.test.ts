import { afterEach, expect, it, vi } from 'vitest'

import { limits } from '../../../contract/limits.ts'
import { openBrowser } from '../../../ui/test/browser.ts'
import { newTrade } from './trade.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14) Chrome/140 Mobile Safari/537.36'
const way = { id: 'm-alipay', name: '支付宝', icon: 'alipay' as const, sandbox: false }
const given = {
  out_trade_no: 'T1',
  payUrl: null as string | null,
  qrCode: null as string | null,
  amountFen: 1250,
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
}
const code = 'https://qr.alipay.example/abc'
const page = 'https://openapi.alipay.example/gateway.do?x=1'

/** `window` and its own top are one and the same unless the page is framed. */
function open(options: Parameters<typeof openBrowser>[0] = {}, isFramed = false): void {
  openBrowser(options)
  const self = {}
  vi.stubGlobal('window', { self, top: isFramed ? {} : self })
}

afterEach(() => vi.unstubAllGlobals())

it('a desktop shows the code and offers no page beside it', () => {
  open()
  expect(newTrade({ ...given, qrCode: code }, way, null)).toMatchObject({ qrCode: code, payUrl: null })
})

it('the sandbox opens its code as a page: nobody can scan what stands on this machine', () => {
  open()
  expect(newTrade({ ...given, qrCode: code }, { ...way, sandbox: true }, null)).toMatchObject({
    qrCode: code,
    payUrl: code,
    opensWindow: true,
  })
})

it('a phone opens the page in the same window', () => {
  open({ userAgent: PHONE })
  expect(newTrade({ ...given, payUrl: page }, way, null)).toMatchObject({
    qrCode: null,
    payUrl: page,
    opensWindow: false,
  })
})

it('a phone that finds a payment begun elsewhere opens what its code says', () => {
  open({ userAgent: PHONE })
  expect(newTrade({ ...given, qrCode: code }, way, null)).toMatchObject({ qrCode: null, payUrl: code })
})

it('a code that is no address is drawn, on a phone too', () => {
  open({ userAgent: PHONE })
  const scheme = 'weixin://wxpay/bizpayurl?pr=1'
  expect(newTrade({ ...given, qrCode: scheme, payUrl: 'javascript:alert(1)' }, way, null)).toMatchObject({
    qrCode: scheme,
    payUrl: null,
  })
})

it.each([
  ['the iframe flag', { userAgent: PHONE, stored: { iframe: '1' } }, false],
  ['a real frame', { userAgent: PHONE }, true],
])('%s: another window, never this one', (_name, options, isFramed) => {
  open(options, isFramed)
  expect(newTrade({ ...given, payUrl: page }, way, null).opensWindow).toBe(true)
})

it('a stranger keeps his page: its key is nowhere else', () => {
  open({ userAgent: PHONE })
  expect(newTrade({ ...given, payUrl: page }, way, 'key').opensWindow).toBe(true)
})

it('the pc flag makes a phone-like client show the code', () => {
  open({ userAgent: PHONE, stored: { pc: '1' } })
  expect(newTrade({ ...given, qrCode: code }, way, null)).toMatchObject({ qrCode: code, payUrl: null })
})

it('a clock that is wrong by hours does not end a payment begun now', () => {
  open()
  const early = newTrade({ ...given, expiresAt: new Date(Date.now() - 7_200_000).toISOString() }, way, null)
  const late = newTrade({ ...given, expiresAt: new Date(Date.now() + 7_200_000).toISOString() }, way, null)
  for (const { payBeforeMs } of [early, late]) {
    expect(payBeforeMs - Date.now()).toBeGreaterThan(0)
    expect(payBeforeMs - Date.now()).toBeLessThanOrEqual(limits.payTtlMs)
  }
})

const WECHAT = 'Mozilla/5.0 (Linux; Android 16; wv) Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.60'

it.each([
  ['alipay', { payUrl: null, qrCode: null, needsBrowser: true }],
  ['wxpay', { payUrl: page, qrCode: null, needsBrowser: false }],
] as const)('what %s does in WeChat on a phone', (icon, expected) => {
  open({ userAgent: WECHAT })
  expect(newTrade({ ...given, payUrl: page, qrCode: code }, { ...way, icon }, null)).toMatchObject(expected)
  expect(newTrade({ ...given, qrCode: page }, { ...way, icon }, null)).toMatchObject(expected)
})

it('WeChat on a desk shows the code as every browser there', () => {
  open({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 MicroMessenger/7.0.20' })
  expect(newTrade({ ...given, qrCode: code }, way, null)).toMatchObject({ qrCode: code, needsBrowser: false })
})
