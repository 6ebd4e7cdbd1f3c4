import { chromium, type Page } from '@playwright/test'

import { findBrowser } from '../../e2e/browser.ts'

/** 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const CPU_TIMES = 4
const PHONE = { width: 412, height: 823 }

/** One visit: traffic on the wire, time of the largest paint, and how long the page could not respond. */
export type Visit = { requests: number; bytes: number; paintedMs: number; blockedMs: number }
export type Cold = { page: Page; look(): Promise<Visit> }

type Options = { storage?: Record<string, string>; origin: string }

// This is text because it runs in the page, where our types do not exist.
const WATCH = `
  window.seen = { painted: 0, blocked: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.painted = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.blocked += Math.max(0, entry.duration - 50)
  }).observe({ type: 'longtask', buffered: true })
`

/**
 * Starts a new browser process each time, so that every cache is empty. Uses slow 4G and a processor four times slower.
 */
export async function openCold<T>({ storage = {}, origin }: Options, visit: (cold: Cold) => Promise<T>): Promise<T> {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    // A signal ends what else runs too, before this process and with it the browser (test/end-on-signal.ts).
    handleSIGINT: false,
    handleSIGTERM: false,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
    const context = await browser.newContext({
      viewport: PHONE,
      isMobile: true,
      hasTouch: true,
      locale: 'zh-CN',
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    let requests = 0
    let bytes = 0
    devtools.on('Network.requestWillBeSent', () => void (requests += 1))
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES })
    await page.addInitScript(WATCH)
    const look = async (): Promise<Visit> => {
      await page.waitForFunction('seen.painted > 0')
      const seen = await page.evaluate<{ painted: number; blocked: number }>('seen')
      return { requests, bytes, paintedMs: seen.painted, blockedMs: seen.blocked }
    }
    return await visit({ page, look })
  } finally {
    await browser.close()
  }
}
