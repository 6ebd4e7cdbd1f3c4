import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { missingEngines } from '../agent/test/engine-tools.ts'
import { patient } from '../test/patience.ts'
import { expect } from './fixtures.ts'
import { openNode } from './plane/open-node.ts'
import { test as base } from './stage.ts'
import { yx } from './yx.ts'

const SECRET = 'a webhook secret of enough characters'
const MAIL_TO = 'oncall@mail.example'
type Call = { body: string; signature: string }

/** The server sends its alerts to this webhook and this address. */
const test = base.extend<{ webhook: { url: string; calls: Call[] } }>({
  // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
  webhook: async ({}, use) => {
    const calls: Call[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => (body += part))
      request.on('end', () => {
        calls.push({ body, signature: String(request.headers['x-yuxian-signature']) })
        response.end('ok')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`, calls })
    server.closeAllConnections()
    server.close()
  },
  serverEnv: async ({ webhook }, use) => {
    const alerts = { ALERT_WEBHOOK_URL: webhook.url, ALERT_WEBHOOK_SECRET: SECRET, ALERT_MAIL_TO: MAIL_TO }
    await use({ ...alerts, ALERT_MAIL_GAP_S: '0', ALERT_RECOVERY_S: '2' })
  },
})

test.skip(missingEngines.length > 0 && process.env.CI !== 'true', `not installed: ${missingEngines.join(', ')}`)

test('when a node falls silent, its row turns red and an alert arrives, is taken up, and ends when the node is back', async ({
  page,
  stage,
  webhook,
}) => {
  const { portal, mailbox } = stage
  const node = await openNode(stage, { protocol: 'vless', name: '测试节点' })
  const { data } = yx(stage, ['monitors', 'add', '--user', 'oncall']) as { data: { password: string } }

  await test.step('sign in at the guard', async () => {
    await page.goto(`${portal.url}/monitor?app_key=yx_0`)
    await page.waitForURL('**/loginMonitor**')
    await expect(page.getByText('未登录，请先登录')).toBeVisible()
    await page.fill('input[name="userName"]', 'oncall')
    await page.fill('input[name="passWord"]', data.password)
    await page.click('button[type="submit"]')
    await page.waitForURL('**/monitor')
  })

  const row = page.locator(`[data-node="${node.id}"]`)
  const loads: string[] = []
  await expect(row).toHaveAttribute('data-tone', 'good')
  page.on('load', () => loads.push(page.url()))

  await test.step('the agent stops', async () => {
    await node.agent().kill()
    // Noticed after ten seconds; a busy machine needs longer.
    await expect(row).toHaveAttribute('data-tone', 'bad', { timeout: patient(45_000) })
    await expect(row.getByText('没有响应')).toBeVisible()
    expect(loads).toEqual([])
  })

  await test.step('mail and webhook report it', async () => {
    expect((await mailbox.next(MAIL_TO)).text).toContain('测试节点')
    await expect.poll(() => webhook.calls.length).toBeGreaterThan(0)
    for (const call of webhook.calls) expect(isSigned(call)).toBe(true)
    expect(webhook.calls[0]!.body).toContain('node.silent')
  })

  await test.step('somebody takes it up', async () => {
    // Simulate the answer of a version that was deployed after this page was opened.
    await page.route('**/api/monitor/ack', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'a-newer-one' } })
    })
    await page.getByRole('button', { name: '我来处理' }).first().click()
    await expect(page.getByText('oncall 在处理').first()).toBeVisible()
    await expect(page.getByRole('button', { name: '现在刷新' })).toBeVisible()
  })

  await test.step('the agent is back', async () => {
    const before = webhook.calls.length
    await node.restart()
    await expect(row).toHaveAttribute('data-tone', 'good')
    await expect.poll(() => webhook.calls.slice(before).some(({ body }) => /resolved|recover/i.test(body))).toBe(true)
    expect((await mailbox.next(MAIL_TO)).text).toContain('恢复')
    expect(loads).toEqual([])
  })

  await test.step('the status page shows the gap', async () => {
    await page.goto(`${portal.url}/online?app_key=yx_0`)
    await expect(page.getByText('测试节点 没有响应')).toBeVisible()
    const text = await (await fetch(`${portal.url}/api/status`)).text()
    expect(text).toContain('测试节点')
    expect(text).not.toContain('127.0.0.1')
    const { incidents } = (JSON.parse(text) as { data: { incidents: { endedAt: string | null }[] } }).data
    expect(incidents.length).toBeGreaterThan(0)
  })
  await node.close()
})

function isSigned({ body, signature }: Call): boolean {
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  return createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex') === given
}
