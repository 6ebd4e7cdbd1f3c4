import { chromium, type Browser, type Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import sharp, { type OverlayOptions } from 'sharp'

import { findBrowser } from '../e2e/browser.ts'
import { yx } from '../e2e/yx.ts'
import { makeDataDir, removeDataDir, startServer } from '../server/test/run/server-process.ts'
import { buildWeb } from './build-web.ts'
import { root } from './step.ts'

/**
 * Takes the pictures of the README and docs/design.md from the running product: `node scripts/screenshots.ts`. Only
 * those whose names begin with a word: `node scripts/screenshots.ts console`.
 */
type Shot = {
  file: string
  at: string
  appKey: string
  wide?: boolean
  dark?: boolean
  /** In the demo: the navigation entry to press. */
  press?: string
  monitor?: boolean
  /** The console of reseller 260, with its ninety days of data. */
  office?: boolean
}
const shots: Shot[] = [
  { file: 'login-phone-0', at: '/login', appKey: 'yx_0' },
  { file: 'login-phone-260', at: '/login', appKey: 'yx_260', dark: true },
  { file: 'home-phone', at: '/demo', appKey: 'yx_0' },
  { file: 'lines-phone', at: '/demo', appKey: 'yx_0', press: '线路' },
  { file: 'packages-phone', at: '/demo', appKey: 'yx_260', press: '套餐' },
  { file: 'home-desktop', at: '/demo', appKey: 'yx_260', wide: true },
  { file: 'payments-desktop', at: '/demo', appKey: 'yx_0', wide: true, press: '付款记录' },
  { file: 'install-desktop', at: '/demo', appKey: 'yx_0', wide: true, dark: true, press: '安装线路' },
  { file: 'monitor-desktop', at: '/monitor', appKey: 'yx_0', wide: true, dark: true, monitor: true },
  { file: 'online-desktop', at: '/online', appKey: 'yx_0', wide: true },
  { file: 'console-overview-desktop', at: '/console', appKey: 'yx_260', office: true, wide: true },
  { file: 'console-users-desktop', at: '/console/users', appKey: 'yx_260', office: true, wide: true },
  { file: 'console-brand-desktop', at: '/console/brand', appKey: 'yx_260', office: true, wide: true, dark: true },
  { file: 'console-overview-phone', at: '/console', appKey: 'yx_260', office: true },
  { file: 'console-users-phone', at: '/console/users', appKey: 'yx_260', office: true, dark: true },
]

/** The user's screens, side by side in one picture. */
const SHEET = 'screens-phone'
const sheetNames = [
  '首页',
  '线路',
  '套餐',
  '充值',
  '鱼币明细',
  '付款记录',
  '卡密',
  '安装线路',
  '加速模式',
  '流量排行',
  '使用记录',
  '邀请',
  '开通代理',
  '绑定邮箱',
  '安全设置',
  '暂停与锁定',
  '联系客服',
  '使用教程',
]
const COLUMNS = 6
const CELL = { width: 260, height: 563 }
const GAP = 12

const folder = path.join(root, 'docs', 'screenshots')
mkdirSync(folder, { recursive: true })
await buildWeb({ log: console.log })
const dataDir = makeDataDir()
const server = await startServer({ dataDir, env: { SANDBOX_HISTORY: 'on' } })
const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
const wanted = process.argv[2] ?? ''
for (const shot of shots) if (shot.file.startsWith(wanted)) await take(browser, shot)
if (SHEET.startsWith(wanted)) await takeSheet(browser)
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
  if (shot.monitor) await signInMonitor(page)
  else if (shot.office) await signInOffice(page, shot.at)
  else await page.goto(`${shot.at}?app_key=${shot.appKey}`)
  if (shot.press) await openPage(page, shot.press)
  await untilShown(page)
  await page.screenshot({ path: path.join(folder, `${shot.file}.png`) })
  await context.close()
}

/** Until neither a word nor a bone says that something is on its way, also in a frame. */
async function untilShown(page: Page): Promise<void> {
  const isWaiting = `document.body.innerText.includes('加载中') ||
    document.querySelector('.mantine-Skeleton-root, iframe[data-shown="false"]') !== null`
  while (await page.evaluate<boolean>(isWaiting)) await page.waitForTimeout(200)
  // Nothing is shown as under the finger, and the last drawing follows the last answer.
  await page.mouse.move(0, 0)
  await page.waitForTimeout(1_500)
}

/** By the bars, or through the sheet behind 我的 or 更多. */
async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').filter({ visible: true }).first().waitFor()
  const inBar = page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true })
  if ((await inBar.count()) > 0) return inBar.first().click()
  await page
    .getByRole('button', { name: /^(我的|更多)$/ })
    .filter({ visible: true })
    .click()
  // A row may show its value after its name, or a shorter name.
  const row = new RegExp(`^${name.replace('绑定', '')}`)
  await page.getByRole('dialog').getByRole('link', { name: row }).first().click()
}

async function takeSheet(where: Browser): Promise<void> {
  const context = await where.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    locale: 'zh-CN',
  })
  const page = await context.newPage()
  const cells: OverlayOptions[] = []
  for (const [at, name] of sheetNames.entries()) {
    await page.goto('/demo?app_key=yx_0')
    if (at > 0) await openPage(page, name)
    await untilShown(page)
    const input = await sharp(await page.screenshot())
      .resize(CELL)
      .toBuffer()
    const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS]
    cells.push({ input, left: GAP + column * (CELL.width + GAP), top: GAP + row * (CELL.height + GAP) })
  }
  await context.close()
  const rows = Math.ceil(sheetNames.length / COLUMNS)
  await sharp({
    create: {
      width: GAP + COLUMNS * (CELL.width + GAP),
      height: GAP + rows * (CELL.height + GAP),
      channels: 3,
      background: '#dfe5e8',
    },
  })
    .composite(cells)
    .png({ palette: true, colours: 64 })
    .toFile(path.join(folder, `${SHEET}.png`))
}

async function signInOffice(page: Page, at: string): Promise<void> {
  await page.goto(at)
  await page.getByLabel('账号', { exact: true }).fill('boss260')
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('yuxian-demo')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('navigation').first().waitFor()
}

async function signInMonitor(page: Page): Promise<void> {
  const { data } = yx({ portal: server }, ['monitors', 'add', '--user', 'oncall']) as { data: { password: string } }
  await page.goto('/loginMonitor?app_key=yx_0')
  await page.fill('input[name="userName"]', 'oncall')
  await page.fill('input[name="passWord"]', data.password)
  await page.click('button[type="submit"]')
  await page.waitForURL('**/monitor')
}
