import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'

import { findBrowser } from '../e2e/browser.ts'
import { makeDataDir, removeDataDir, startServer } from '../server/test/server-process.ts'
import { buildWeb } from './build-web.ts'
import { root } from './step.ts'

/** The pictures of the README, taken from the running product: `node scripts/screenshots.ts`. */
type Shot = { file: string; at: string; appKey: string; wide?: boolean; dark?: boolean; signedIn?: boolean }
const shots: Shot[] = [
  { file: 'login-phone-0', at: '/login', appKey: 'yx_0' },
  { file: 'login-phone-260', at: '/login', appKey: 'yx_260', dark: true },
  { file: 'login-desktop-dark', at: '/login', appKey: 'yx_260', wide: true, dark: true },
  { file: 'home-phone', at: '/user', appKey: 'yx_0', signedIn: true },
  { file: 'home-desktop', at: '/user', appKey: 'yx_0', wide: true, signedIn: true },
]

const folder = path.join(root, 'docs', 'screenshots')
mkdirSync(folder, { recursive: true })
await buildWeb({ log: console.log })
const dataDir = makeDataDir()
const server = await startServer({ dataDir })
const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
for (const shot of shots) await take(browser, shot)
await browser.close()
await server.stop()
removeDataDir(dataDir)

async function take(where: Browser, shot: Shot): Promise<void> {
  const context = await where.newContext({
    baseURL: server.url,
    viewport: shot.wide ? { width: 1440, height: 900 } : { width: 360, height: 740 },
    colorScheme: shot.dark ? 'dark' : 'light',
    locale: 'zh-CN',
  })
  const page = await context.newPage()
  if (shot.signedIn) await signIn(page, shot.appKey)
  await page.goto(`${shot.at}?app_key=${shot.appKey}`)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: path.join(folder, `${shot.file}.png`) })
  await context.close()
}

async function signIn(page: Page, appKey: string): Promise<void> {
  await page.goto(`/login?app_key=${appKey}`)
  await page.fill('input[name="userName"]', 'demo')
  await page.fill('input[name="passWord"]', 'yuxian-demo')
  await page.click('button[type="submit"]')
  await page.waitForURL('**/user')
}
