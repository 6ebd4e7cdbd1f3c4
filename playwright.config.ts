import { defineConfig } from '@playwright/test'

import { findBrowser } from './e2e/browser.ts'

/** Real engines and ten megabytes: minutes in one worker, so they begin first and nobody waits for them at the end. */
const engines = /\/plane\.spec/
/** Tests that do not depend on the window's size run at one size. screens.spec.ts opens every screen at both. */
const desktopOnly =
  /\/(?:money-journey|monitor|keyboard|hostile-brand|latency|restart|embedded|sign-in|tabs|chunks|console-clock)\.spec/
const phoneOnly =
  /\/(?:account-journey|paying|lines|notices|auth-forms|first-paint|app-feel|sheet-back|page-names|brand|demo|actions|money-actions|screen-states)\.spec/

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/cluster.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  // Several servers and browsers share the machine: a slow answer is no wrong one.
  expect: { timeout: 15_000 },
  // More than the cores: pages wait for servers, and servers for their databases.
  workers: 4,
  // The tests of a file part as well, so that no long one keeps the others waiting behind it.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A busy machine may spoil one of many hundred steps. The end of the run names each test that needed a second try.
  retries: process.env.CI ? 1 : 0,
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(findBrowser() ? { executablePath: findBrowser()! } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // No process that draws by a made-up graphics card, and one for all frames of a page: a sixth less to compute.
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
    actionTimeout: 20_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'engines', use: { viewport: { width: 1440, height: 900 } }, testMatch: engines },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true },
      testIgnore: [engines, desktopOnly],
    },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } }, testIgnore: [engines, phoneOnly] },
  ],
})
