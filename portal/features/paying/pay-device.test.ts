import { afterEach, expect, it, vi } from 'vitest'

import { openBrowser } from '../../../ui/test/browser.ts'
import { payDevice } from './pay-device.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['a phone goes to the payment page', { userAgent: IPHONE, touchPoints: 5 }, 'wap'],
  ['a Mac shows a code', { userAgent: MAC, touchPoints: 0 }, 'qr'],
  ['an iPad, which says it is a Mac, cannot scan its own screen', { userAgent: MAC, touchPoints: 5 }, 'wap'],
  [
    'the desktop client shows a code, whatever it runs on',
    { userAgent: MAC, touchPoints: 5, stored: { pc: '1' } },
    'qr',
  ],
  ['a laptop with a touch screen shows a code', { userAgent: 'Mozilla/5.0 (Windows NT 10.0)', touchPoints: 10 }, 'qr'],
] as const)('%s', (_name, options, device) => {
  openBrowser(options)
  expect(payDevice()).toBe(device)
})
