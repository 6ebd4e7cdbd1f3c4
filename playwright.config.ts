import { defineConfig } from '@playwright/test'

import { findBrowser } from './e2e/browser.ts'
import { FULL_ONLY_SPECS, isShort } from './test/grid.ts'

/** These tests use real engines and ten megabytes. They take minutes in one worker, so they start first. */
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
  'sign-in',
  'tabs',
  'chunks',
  'console-clock',
  'forms',
  // It sets the widths itself.
  'console-words',
  // The full grid has it on a phone too.
  ...(isShort ? ['console'] : []),
]
const phoneOnly = [
  'account-journey',
  'paying',
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

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/cluster.ts',
  outputDir: 'test-results',
  // Every wait in a test has its own limit below. This one only ends a test that waits for ever, so it is the longest
  // journey on a machine that others use too.
  timeout: 30 * 60_000,
  // Several servers and browsers share the machine, so a slow answer is not an error.
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  // More workers than cores: pages wait for servers, and servers for their databases.
  workers: 4,
  // Tests of one file also run in parallel, so that a long test does not hold up the others.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    launchOptions: {
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
    },
    locale: 'zh-CN',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // The runner cannot answer for the server behind a service worker; offline.spec.ts has one.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'engines', use: { viewport: { width: 1440, height: 900 } }, testMatch: engines, testIgnore: specs(left) },
    // It has the longest journeys, so it starts before the many short ones.
    {
      name: 'desktop',
      use: { viewport: { width: 1440, height: 900 } },
      testIgnore: [engines, ...specs([...phoneOnly, ...left])],
    },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true },
      testIgnore: [engines, ...specs([...desktopOnly, ...left])],
    },
  ],
})
