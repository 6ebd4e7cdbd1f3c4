import { defineConfig, type Project } from '@playwright/test'

import { findBrowser, findBrowserWithTabs } from './e2e/browser.ts'
import { FULL_ONLY_SPECS, isShort } from './test/grid.ts'
import { patient } from './test/patience.ts'

/** These tests use real engines and ten megabytes. `npm test` gives them a quiet turn, after all others. */
const engines = /\/plane\.spec/
/** Tests that do not depend on the window's size run at one size. In the full grid screens.spec.ts opens every screen at both. */
const desktopOnly = [
  'money-journey',
  'monitor',
  'keyboard',
  'hostile-brand',
  'latency',
  'restart',
  'embedded',
  'framed',
  'sign-in',
  'tabs',
  'chunks',
  'console-clock',
  'forms',
  'support',
  // It sets the widths itself.
  'console-words',
  // The full grid has it on a phone too.
  ...(isShort ? ['console'] : []),
]
const phoneOnly = [
  'account-journey',
  'paying',
  'paying-ways',
  'first-thing',
  'lines',
  'notices',
  'tickets',
  'auth-forms',
  'gift',
  'first-paint',
  'app-feel',
  'offline',
  'sheet-back',
  'page-names',
  'brand',
  'demo',
  'actions',
  'money-actions',
  'screen-states',
  // The full grid has it on a desktop too.
  ...(isShort ? ['screens'] : []),
]
/** Left to the full grid. */
const left = isShort ? FULL_ONLY_SPECS : []
const specs = (names: readonly string[]) => names.map((name) => `**/${name}.spec.ts`)

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true }
const launchOptions = {
  ...(findBrowser() ? { executablePath: findBrowser()! } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // No process for a simulated graphics card, and one process for all frames of a page: saves a sixth of the
    // work.
    '--disable-software-rasterizer',
    '--in-process-gpu',
    '--disable-site-isolation-trials',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/** What leaves the page, frames, storage and budgets: a browser with tabs does more there than the headless shell. */
function inBothBrowsers(): Project[] {
  const executablePath = process.env['TEST_GRID'] === 'full' ? findBrowserWithTabs() : null
  if (executablePath === null) return []
  const withTabs = { launchOptions: { ...launchOptions, executablePath } }
  return [
    {
      name: 'desktop with tabs',
      use: { ...desktop, ...withTabs },
      testMatch: specs(['embedded', 'framed', 'sign-in', 'tabs']),
    },
    { name: 'phone with tabs', use: { ...phone, ...withTabs }, testMatch: specs(['first-paint', 'lines', 'paying']) },
  ]
}

/** `npm test` sets it: engines run after all others. Without it everything runs. */
const turn = process.env['BROWSER_TURN']
const projects: Project[] = [
  { name: 'engines', use: desktop, testMatch: engines, testIgnore: specs(left) },
  // It has the longest journeys, so it starts before the many short ones.
  { name: 'desktop', use: desktop, testIgnore: [engines, ...specs([...phoneOnly, ...left])] },
  { name: 'phone', use: phone, testIgnore: [engines, ...specs([...desktopOnly, ...left])] },
  ...inBothBrowsers(),
]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/cluster.ts',
  outputDir: 'test-results',
  // Every wait in a test has its own limit below. This one only ends a test that waits for ever, so it is the longest
  // journey on a machine that others use too.
  timeout: patient(30 * 60_000),
  // Several servers and browsers share the machine, so a slow answer is not an error.
  expect: { timeout: patient(30_000), toPass: { timeout: patient(60_000) } },
  // More workers than cores: pages wait for servers, and servers for their databases.
  workers: 4,
  // Tests of one file also run in parallel, so that a long test does not hold up the others.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    launchOptions,
    locale: 'zh-CN',
    actionTimeout: patient(60_000),
    navigationTimeout: patient(60_000),
    // The runner cannot answer for the server behind a service worker; offline.spec.ts has one.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: projects.filter(({ name }) => !turn || (turn === 'with engines') === (name === 'engines')),
})
