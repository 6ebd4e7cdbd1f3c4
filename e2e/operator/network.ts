import type { Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { settingsFile } from '../../agent/settings.ts'
import { endEngines, startAgent, type AgentSettings } from '../../agent/test/start-agent.ts'
import { freePort } from '../../test/free-port.ts'
import { expectWholeTitle, go } from './door.ts'
import { expect, type Opening } from './opening.ts'

export const NODE = '香港高速专线一号'

/** Adds a node with its form, then opens the page that shows the command and waits until the node reports. */
export async function addNode(page: Page, opening: Opening): Promise<void> {
  await go(page, '节点')
  await page.getByRole('button', { name: '添加节点' }).first().click()
  const sheet = page.getByRole('dialog', { name: '添加节点' })
  await sheet.getByLabel('名称', { exact: true }).fill(NODE)
  await sheet.getByLabel('地址', { exact: true }).fill('127.0.0.1')
  await sheet.getByLabel('端口', { exact: true }).fill(String(await freePort()))
  await sheet.getByLabel('地区代码').fill('HK')
  await sheet.getByRole('button', { name: '添加并接入' }).click()
  await page.getByRole('button', { name: '生成接入命令' }).click()
  const line = await page.locator('code').filter({ hasText: '--token' }).innerText()
  await expect(page.getByText('等待接入').first()).toBeVisible()
  const dir = path.join(opening.dataDir, 'node')
  await enrol(line, dir)
  await expect(page.getByText('程序已经换到密钥，启动后几秒内会报告。')).toBeVisible()
  const stored = JSON.parse(readFileSync(settingsFile(dir), 'utf8')) as AgentSettings
  const agent = await startAgent({ dir, settings: stored })
  opening.atEnd(async () => {
    await agent.stop()
    await endEngines(dir)
  })
  await expect(page.getByText(/^节点说话了/)).toBeVisible()
  await page.getByRole('button', { name: '去看节点' }).click()
  // It is the only node, so no other one has looked at it.
  await expect(page.getByText(/^(未检测|端口可达)$/).first()).toBeVisible()
  await expectWholeTitle(page)
}

/** Runs the copied command with this machine's program and a folder of the test; the test starts the service. */
async function enrol(line: string, dir: string): Promise<void> {
  const [words] = /--server \S+ --token \S+/.exec(line)!
  const main = path.join(import.meta.dirname, '..', '..', 'agent', 'main.ts')
  await promisify(execFile)(process.execPath, [main, 'enrol', ...words.split(' '), '--dir', dir])
}
