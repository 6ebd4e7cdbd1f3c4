import type { Page } from '@playwright/test'

/** How a sheet is opened on a phone. */
export type SheetRow = {
  /** The component that opens it, under portal/. */
  file: string
  path: string
  /** Answers that replace the server's, by path: things that the test's account does not have. */
  answers?: Record<string, object>
  open: (page: Page) => Promise<unknown>
  /** How many sheets it lies upon: the way back leads through each. */
  below?: number
  /** A wide page has its content in another place. */
  isNarrow?: boolean
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

const SOME_FACTORS = {
  '/api/user/factors': {
    totp: true,
    recoveryCodesLeft: 8,
    passkeys: [{ id: '1', name: 'Phone', createdAt: '2026-01-01T00:00:00.000Z', usedAt: null }],
  },
}
const SOME_COMMISSION = {
  '/api/invite/summary': { confirmedFen: 90_000, withdrawableFen: 90_000, withdrawMinFen: 1_000 },
}

const SOME_AGENCY = {
  '/api/user/daili': {
    agency: {
      daili_id: 1000,
      app_key: 'yx_1000',
      name: '蓝鲸网络',
      portalUrl: 'https://portal.example/login?app_key=yx_1000',
      approved: false,
      suspended: false,
      openedAt: '2026-01-01T00:00:00.000Z',
    },
    beginning: { userCount: 0, hasConsole: false },
  },
}

const SOME_TRIAL = {
  '/api/tc/list': {
    trials: [
      { id: '1', name: '体验版', note: '', days: 3, trafficBytes: 1, deviceLimit: 1, lineLimit: 1, needsEmail: false },
    ],
  },
}
const SOME_GIFT = {
  '/api/gift/list': {
    items: [
      {
        id: '7b0e7f4e-2f0e-4f43-9d0f-8b3f3b8d6a10',
        kind: 'days',
        packageName: '畅享版',
        days: 7,
        trafficBytes: null,
        priceFen: 700,
        state: 'open',
        lastFour: '8F3K',
        createdAt: '2026-01-01T00:00:00.000Z',
        expiresAt: '2026-01-31T00:00:00.000Z',
        endedAt: null,
      },
    ],
    next: null,
  },
}

const AT = '2026-01-01T00:00:00.000Z'
const TICKET = { ticketId: 7, category: 'dead', title: '没反应', state: 'open', createdAt: AT, lastAt: AT }
const SOME_TICKET = { '/api/tickets/list': { items: [TICKET], next: null } }
const PICTURE = { pictureId: '7b0e7f4e-2f0e-4f43-9d0f-8b3f3b8d6a10', width: 1, height: 1 }
const SOME_THREAD = {
  ...TICKET,
  facts: null,
  messages: [{ messageId: 1, by: 'user', body: '没反应', at: AT, pictures: [PICTURE] }],
  hasEarlier: false,
  reopenUntil: null,
  canRate: false,
  rating: null,
}
const ONE_PIXEL = {
  type: 'image/webp',
  bytes: 'UklGRjIAAABXRUJQVlA4ICYAAABwAQCdASoBAAEAAUAmJaACdAFAAAD+8uq2+/8/M/+Pf/2f1gAAAA==',
}

/** Every component that opens a sheet; rows of one page are together. A test compares the list with the components. */
export const sheetTable: readonly SheetRow[] = [
  { file: 'app/shell/mine-sheet.tsx', path: '/user', open: press('我的') },
  {
    file: '../ui/components/language-sheet.tsx',
    path: '/user',
    async open(page) {
      await press('我的')(page)
      await page.getByRole('dialog').getByRole('button', { name: /^语言/ }).click()
      await page.getByRole('dialog', { name: '语言' }).waitFor()
    },
  },
  { file: 'features/notices/notices-sheet.tsx', path: '/user', open: press(/^消息/) },
  { file: 'screens/overview/notice-card.tsx', path: '/user', open: press('香港节点升级') },
  {
    file: '../ui/components/sent-pictures.tsx',
    path: '/user/customer_service',
    answers: SOME_TICKET,
    below: 1,
    async open(page) {
      const answer = (data: object) => ({ json: { success: true, data } })
      await page.route('**/api/tickets/show?*', (route) => route.fulfill(answer(SOME_THREAD)))
      await page.route('**/api/tickets/picture?*', (route) => route.fulfill(answer(ONE_PIXEL)))
      await press('我的工单')(page)
      await page.getByRole('dialog').getByRole('button', { name: /#7/ }).click()
      const picture = page.getByRole('dialog').getByRole('button', { name: '图片 1', exact: true })
      await picture.locator('img').waitFor()
      await picture.click()
    },
  },
  { file: 'screens/line-list/clients-sheet.tsx', path: '/user/line_list', open: press('更多方式') },
  { file: 'screens/line-list/reset-sheet.tsx', path: '/user/line_list', open: press('重置') },
  { file: 'screens/packages/checkout-sheet.tsx', path: '/user/tcBuy', open: press(/^续费|选择|升级/) },
  {
    file: 'screens/packages/trials.tsx',
    path: '/user/tcBuy',
    answers: SOME_TRIAL,
    async open(page) {
      const data = { packageName: '体验版', expiresAt: '2026-01-04T00:00:00.000Z', totalBytes: 1 }
      await page.route('**/api/tc/trial', (route) => route.fulfill({ json: { success: true, data } }))
      await press(/^试用 3 天/)(page)
    },
  },
  { file: 'features/paying/payment-sheet.tsx', path: '/user/userPay', open: press('继续付款') },
  { file: 'screens/traffic-rank/month-row.tsx', path: '/user/traffic_rank', open: press('月度小结') },
  { file: '../ui/components/panes.tsx', path: '/user/user_payment', open: press('账户充值'), isNarrow: true },
  { file: 'screens/balance/filter-bar.tsx', path: '/user/balance', open: press('筛选'), isNarrow: true },
  {
    file: 'screens/cards/open-card.tsx',
    path: '/user/kmList',
    open: (page) => page.getByRole('listitem').getByRole('button', { name: '兑换' }).click(),
  },
  { file: 'screens/cards/give-sheet.tsx', path: '/user/kmList', open: press('送一份') },
  {
    file: 'screens/cards/gift-links.tsx',
    path: '/user/kmList',
    answers: SOME_GIFT,
    open: press('收回'),
  },
  {
    file: 'screens/open-agency/pay-sheet.tsx',
    path: '/user/open_agency',
    async open(page) {
      await page.getByLabel('代理名称').fill('蓝鲸网络')
      await page.getByLabel('联系方式').fill('help@whale.example')
      await press(/^下一步/)(page)
    },
  },
  {
    file: 'screens/open-agency/console-sheet.tsx',
    path: '/user/open_agency',
    answers: SOME_AGENCY,
    open: press('进入控制台'),
  },
  { file: 'screens/invite/move-sheet.tsx', path: '/user/invite', answers: SOME_COMMISSION, open: press('转入鱼币') },
  {
    file: 'screens/invite/withdraw-sheet.tsx',
    path: '/user/invite',
    answers: SOME_COMMISSION,
    open: press('申请提现'),
  },
  { file: 'screens/freeze-account/pause-card.tsx', path: '/user/freeze_acc', open: press('暂停使用') },
  { file: 'screens/freeze-account/lock-card.tsx', path: '/user/freeze_acc', open: press('锁定账户') },
  { file: 'screens/change-password/delete-card.tsx', path: '/user/change_pass', open: press('注销账号') },
  {
    file: 'screens/change-password/devices/sign-out-others-sheet.tsx',
    path: '/user/change_pass?tab=devices',
    open: press('退出其他所有设备'),
  },
  {
    file: 'screens/change-password/factors/totp-part.tsx',
    path: '/user/change_pass?tab=factors',
    open: press('开启两步验证'),
  },
  {
    file: 'screens/change-password/factors/passkey-add-sheet.tsx',
    path: '/user/change_pass?tab=factors',
    open: press('添加通行密钥'),
  },
  {
    file: 'screens/change-password/factors/totp-remove-sheet.tsx',
    path: '/user/change_pass?tab=factors',
    answers: SOME_FACTORS,
    open: press('关闭两步验证'),
  },
  {
    file: 'screens/change-password/factors/passkey-remove-sheet.tsx',
    path: '/user/change_pass?tab=factors',
    answers: SOME_FACTORS,
    open: press('删除 Phone'),
  },
  { file: 'screens/monitor/history-sheet.tsx', path: '/monitor', open: press('历史告警') },
  {
    file: 'screens/monitor/maintenance-sheet.tsx',
    path: '/monitor',
    open: (page) => page.getByRole('switch').first().click(),
  },
]
