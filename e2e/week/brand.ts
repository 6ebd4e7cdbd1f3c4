import { consoleApi } from '../../contract/console/api.ts'
import { BRAND } from '../console/brand.ts'
import { expect } from '../fixtures.ts'
import type { Week } from './week.ts'

const HOST = 'line.whale.example'

/** A domain shows its target and three ticks; the preview shows the shop's own login and home; code and poster are saved as files. */
export async function dressAndPoint({ page, stage, names }: Week): Promise<void> {
  await page.goto(`${stage.portal.url}/console/brand`)
  await page.getByLabel('名称', { exact: true }).first().fill(BRAND)
  const preview = page.getByRole('region', { name: '实时预览' })
  for (const shown of ['登录', '首页']) {
    await preview.getByText(shown, { exact: true }).first().click()
    const name = preview.frameLocator('iframe').first().getByText(BRAND).filter({ visible: true })
    // The preview is the whole portal, twice: a busy machine takes its time to draw it.
    await expect(name.first()).toBeVisible()
  }
  await page.getByRole('button', { name: '保存并上线' }).click()
  await expect(page.getByText('已保存，用户现在看到的就是这样').first()).toBeVisible()
  await page.getByLabel('添加域名').fill(HOST)
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByText('CNAME', { exact: true })).toBeVisible()
  const ticks = page.getByRole('listitem').filter({ hasText: /^[123]\. / })
  await expect(ticks).toHaveText([/还没有$/, /还没检查$/, /还没检查$/])
  await expect(page.getByText(/^证书由平台/)).toBeVisible()
  names.records.set(`_yuxian.${HOST}`, [await page.getByText(/^yuxian=/).innerText()])
  names.addresses.set(HOST, ['93.184.216.34'])
  await page.getByRole('button', { name: '现在检查' }).click()
  await expect(page.getByText('找到了，域名已生效。')).toBeVisible()
  await expect(ticks).toHaveText([/好了$/, /还没有$/, /还没检查$/])
  for (const hasHttps of [false, true]) {
    // Nothing here answers at a public address.
    await page.route(`**${consoleApi.brand.checkDomain.path}`, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...body, data: { ...body.data, points: true, hasHttps } } })
    })
    await page.getByRole('button', { name: '现在检查' }).click()
    await expect(ticks).toHaveText([/好了$/, /好了$/, hasHttps ? /好了$/ : /还没有$/])
  }
  await page.unrouteAll({ behavior: 'wait' })
  for (const [button, file] of [
    ['下载二维码', '二维码.png'],
    ['下载海报', '海报.png'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect((await saved).suggestedFilename()).toBe(file)
  }
}
