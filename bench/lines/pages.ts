import { openCold, type Visit } from '../pages/open-cold.ts'
import { signIn } from '../run/call.ts'
import { DEMO, type World } from '../world.ts'
import type { Line } from './line.ts'

const HOME = '充值'
const CPU = 'Slow 4G, processor four times slower, cold'

const cold = {
  against: 'the same of a bare React page',
  more: false,
}

export const pageLines: Line[] = [
  {
    ...cold,
    name: `/user: largest paint. ${CPU}`,
    unit: 'ms',
    reach: { value: 1500 },
    why: 'The card is drawn by the HTML when the first answer is there: two round trips and a busy line.',
    measure: async (world) => ({ ours: (await home(world)).paintedMs, against: (await bare(world)).paintedMs }),
  },
  {
    ...cold,
    name: '/user: requests',
    unit: '',
    reach: { value: 20 },
    why: '',
    measure: async (world) => ({ ours: (await home(world)).requests, against: (await bare(world)).requests }),
  },
  {
    ...cold,
    name: '/user: bytes',
    unit: 'kB',
    reach: { value: 200 },
    why: '',
    measure: async (world) => ({ ours: (await home(world)).bytes / 1000, against: (await bare(world)).bytes / 1000 }),
  },
  {
    ...cold,
    name: '/login: largest paint',
    unit: 'ms',
    reach: { ratio: 1 },
    why: '',
    measure: async (world) => ({ ours: (await login(world)).paintedMs, against: (await bare(world)).paintedMs }),
  },
  {
    ...cold,
    name: '/login: requests before idle',
    unit: '',
    reach: { value: 12 },
    why: '',
    measure: async (world) => ({ ours: (await login(world)).requests, against: (await bare(world)).requests }),
  },
  {
    ...cold,
    name: '/login: blocked in all',
    unit: 'ms',
    reach: { ratio: 1.2 },
    why: 'One long task is left, that of reading React, and the bare page has it too; hydration goes in short ones.',
    measure: async (world) => ({ ours: (await login(world)).blockedMs, against: (await bare(world)).blockedMs }),
  },
  {
    name: '/login: the answer has come → home can be used. Slow 4G, processor four times slower',
    unit: 'ms',
    against: '',
    more: false,
    reach: { value: 1200 },
    why: '',
    measure: async (world) => ({ ours: await enterHome(world), against: null }),
  },
]

const home = (world: World) =>
  world.perRound('home', async () => {
    const origin = world.server.url
    const userToken = `Bearer ${await signIn(world, DEMO)}`
    return openCold({ origin, storage: { userToken, app_key: 'yx_0' } }, async ({ page, look }) => {
      await page.goto(`${origin}/user`, { waitUntil: 'commit' })
      await page.getByText(HOME).filter({ visible: true }).first().waitFor()
      await page.waitForLoadState('networkidle')
      return look()
    })
  })

const login = (world: World) => world.perRound('login', () => visit(world.server.url, '/login?app_key=yx_0'))
const bare = (world: World) => world.perRound('bare', () => visit(world.bare.url, '/'))

function visit(origin: string, at: string): Promise<Visit> {
  return openCold({ origin }, async ({ page, look }) => {
    await page.goto(origin + at, { waitUntil: 'networkidle' })
    return look()
  })
}

/** Time from the last byte of the answer until the page's main control can be pressed. */
function enterHome(world: World): Promise<number> {
  const origin = world.server.url
  return openCold({ origin }, async ({ page }) => {
    await page.goto(`${origin}/login?app_key=yx_0`, { waitUntil: 'networkidle' })
    await page.locator('input[name="userName"]').pressSequentially(DEMO.userName)
    await page.locator('input[name="passWord"]').pressSequentially(DEMO.passWord)
    const answered = page.waitForResponse('**/api/user/login').then((response) => response.finished())
    const shown = page
      .waitForURL('**/user')
      .then(() => page.getByText(HOME).filter({ visible: true }).first().waitFor())
    await page.click('button[type="submit"]')
    await answered
    const answeredAt = performance.now()
    await shown
    return performance.now() - answeredAt
  })
}
