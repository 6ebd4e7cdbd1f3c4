import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { PICTURE_MAX_BYTES } from '../contract/pictures.ts'
import type { Db } from '../server/platform/db/db.ts'
import { startBotApi, type BotApi } from '../server/test/outside/bot-api.ts'
import { patient } from '../test/patience.ts'
import { endSessions, fillSignIn, makeMember, signIn } from './console/staff.ts'
import { test } from './console/trip.ts'
import { expect } from './fixtures.ts'
import { signInDemo } from './stage.ts'
import { takeLooks } from './take-looks.ts'
import { PHOTO_MARK, takePhotos } from './ticket-photos.ts'

const HOSTILE = '<img src=x onerror=alert(1)> **请重启** [点这里](https://evil.example)'

test('a user writes 没反应 on a phone with photos, support answers at a desk, and the user reads, closes and rates', async ({
  page,
  stage,
  browser,
}) => {
  const { portal, db } = stage
  await makeMember(db, 'help260', 260, 'support')
  await signInDemo(page, portal, 'yx_260')
  await page.goto(`${portal.url}/user/customer_service`)
  await page.getByRole('button', { name: '没反应' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('会附上这些，方便客服查')).toBeVisible()
  // What could be found out comes first, with the way out.
  await expect(sheet.getByRole('status').first()).toContainText('还没有套餐，所以连不上。')
  await expect(sheet.getByRole('link', { name: '看套餐' })).toBeVisible()
  await expect(sheet.getByText(/^Chrome/)).toBeVisible()
  // Articles that fit are offered, and reading one keeps what is written.
  await sheet.getByRole('button', { name: '连不上怎么办' }).click()
  await expect(sheet.getByText('更新订阅', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: '没有', exact: true }).click()
  await expect(sheet.getByText('谢谢告诉我们，接着写给客服吧。')).toBeVisible()
  await choosePhotos(sheet)
  await takeLooks(page, 'ticket-written')
  await sheet.getByRole('button', { name: '发送' }).click()
  await expect(sheet.getByText('等客服回复')).toBeVisible()
  await expect(sheet.getByText('没反应，网页打不开。')).toBeVisible()
  await takeLooks(page, 'ticket-thread')
  await seePictures(page, sheet)
  await page.goBack()
  await expect(page.getByRole('dialog', { name: '图片 2' })).toHaveCount(0)
  await expect(sheet.getByText('没反应，网页打不开。')).toBeVisible()
  await expectCleanPictures(db)
  const number = /#\d+/.exec((await sheet.textContent())!)![0]

  const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(desk, portal.url, 'help260', '/tickets')
  await desk.getByRole('link', { name: '没反应，网页打不开。' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: `工单 ${number}` })).toBeVisible()
  await expect(desk.getByText(/^Chrome/)).toBeVisible()
  await seePictures(desk, desk.getByRole('main'))
  await desk.keyboard.press('Escape')
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await desk.getByRole('textbox', { name: '回复' }).fill(HOSTILE)
  // What was typed outlives the session.
  await endSessions(db)
  await desk.getByRole('button', { name: '发送回复' }).click()
  await fillSignIn(desk, 'help260')
  await expect(desk.getByText('等用户回复')).toBeVisible()
  await desk.context().close()

  await page.reload()
  await expect(page.getByRole('button', { name: /^消息，1 条未读/ })).toBeVisible()
  await page.getByRole('button', { name: /^我的工单/ }).click()
  await sheet.getByRole('button', { name: new RegExp(number) }).click()
  await expect(sheet.getByText(HOSTILE)).toBeVisible()
  await expect(sheet.getByRole('listitem').filter({ hasText: HOSTILE }).locator('img, a')).toHaveCount(0)
  await sheet.getByRole('button', { name: '已解决，关闭' }).click()
  await sheet.getByRole('button', { name: '帮到了' }).click()
  await expect(sheet.getByText('谢谢，已记下。')).toBeVisible()
  await sheet.getByRole('textbox', { name: '哪里还没解决' }).fill('又没反应了')
  await sheet.getByRole('button', { name: '还没解决，重新打开' }).click()
  await expect(sheet.getByText('等客服回复')).toBeVisible()
})

test('the help page leads to the desk: a category, three pictures, and a double tap sends once', async ({
  page,
  stage,
}) => {
  const { portal, db } = stage
  await signInDemo(page, portal, 'yx_260')
  await page.goto(`${portal.url}/user/customer_service`)
  const frame = page.locator('main iframe[data-shown="true"]')
  await expect(frame).toBeVisible()
  expect(await frame.getAttribute('sandbox')).not.toMatch(/allow-scripts|allow-same-origin/)
  // The bar above the frame has the same button. Outside a frame the page leads to it.
  await expect(page.frameLocator('main iframe').getByRole('link', { name: '写工单' })).toHaveCount(0)
  await page.goto(`${portal.url}/hosted/help?app_key=yx_260`)
  await page.getByRole('link', { name: '写工单' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('速度慢', { exact: true }).click()
  await sheet.getByRole('textbox', { name: '说说情况' }).fill(HOSTILE)
  const pictures = ['#c00', '#0c0', '#00c'].map(async (background) => ({
    name: 'shot.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer(),
  }))
  await sheet.locator('input[type=file]').setInputFiles(await Promise.all(pictures))
  await expect(sheet.getByRole('img', { name: '图片 3' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: '添加图片' })).toHaveCount(0)
  await sheet.getByRole('button', { name: '发送' }).dblclick()
  await expect(sheet.getByText('等客服回复')).toBeVisible()
  await expect(sheet.getByText(HOSTILE)).toBeVisible()
  const third = sheet.getByRole('button', { name: '图片 3', exact: true }).locator('img')
  await expect(third).toHaveJSProperty('naturalWidth', 400)
  const { rows } = await db.pool.query(
    `select category, (select count(*)::integer from ticket_pictures p where p.message_id = m.id) as pictures
      from ticket_messages m join tickets t on t.id = m.ticket_id where body = $1`,
    [HOSTILE],
  )
  expect(rows).toEqual([{ category: 'slow', pictures: 3 }])
  await sheet.getByRole('textbox', { name: '补充或回复' }).fill('还是慢')
  await sheet.getByRole('button', { name: '发送' }).dblclick()
  await expect(sheet.getByRole('listitem').filter({ hasText: '还是慢' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/customer_service(\?app_key=yx_260)?$/)
})

/** Without an https address the server asks the stand-in for what chats write. */
const withBot = test.extend<{ bots: BotApi }>({
  // eslint-disable-next-line no-empty-pattern -- the runner reads the parameter's shape
  bots: async ({}, use) => {
    const bots = await startBotApi()
    await use(bots)
    bots.close()
  },
  serverEnv: async ({ serverEnv, bots }, use) => use({ ...serverEnv, TELEGRAM_API_URL: bots.url }),
})

withBot(
  'a member and a user bind Telegram, and a reply there to a ticket reaches the user once',
  async ({ page, stage, browser, bots }) => {
    const { portal, db } = stage
    await makeMember(db, 'bot260', 260)
    const { token } = bots.makeBot('shop_bot')
    const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await signIn(desk, portal.url, 'bot260', '/connections')
    await desk.getByLabel('机器人令牌').fill(token)
    await desk.getByRole('button', { name: '核对并保存' }).click()
    await expect(desk.getByText('@shop_bot')).toBeVisible()
    await desk.goto(`${portal.url}/console/account`)
    await bindChat(desk, (code) => bots.write(token, 901, code))
    await expect(desk.getByRole('switch', { name: '有新工单' })).toBeChecked()
    await desk.context().close()

    await signInDemo(page, portal, 'yx_260')
    await page.getByRole('button', { name: /^消息/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '提醒设置' }).click()
    await bindChat(page, (code) => bots.write(token, 902, code))
    const part = page.getByRole('region', { name: 'Telegram' })
    await expect(part.getByRole('switch', { name: '客服回复了' })).toBeChecked()

    await page.goto(`${portal.url}/user/customer_service`)
    await page.getByRole('button', { name: '没反应' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: '发送' }).click()
    await expect(sheet.getByText('等客服回复')).toBeVisible()
    const saidTo = (chatId: number, words: string) =>
      bots.said.filter((said) => said.chatId === chatId && said.text.includes(words))
    await expect.poll(() => saidTo(901, '新工单').length, ASKING).toBe(1)
    const [asked] = saidTo(901, '新工单')
    bots.write(token, 901, HOSTILE, {}, { reply_to_message: { message_id: asked!.messageId } })
    await expect.poll(() => saidTo(902, '有新回复').length, ASKING).toBe(1)
    expect(saidTo(902, '有新回复')[0]!.text).toContain(HOSTILE)
    await page.reload()
    await page.getByRole('button', { name: /^我的工单/ }).click()
    await sheet.getByRole('button', { name: /#\d+/ }).click()
    await expect(sheet.getByText(HOSTILE)).toBeVisible()
    await expect.poll(() => saidTo(901, '已回复工单').length, ASKING).toBe(1)
    expect(saidTo(902, '有新回复')).toHaveLength(1)
  },
)

/** The server looks after a new bot within a minute. */
const ASKING = { timeout: patient(180_000) }

/** Opens the link in the person's chat, and the page notices. */
async function bindChat(page: Page, write: (text: string) => unknown): Promise<void> {
  await page.getByRole('button', { name: '绑定 Telegram' }).click()
  const link = page.getByRole('link', { name: '在 Telegram 里打开' })
  const { hostname, searchParams } = new URL((await link.getAttribute('href'))!)
  expect(hostname).toBe('t.me')
  write(`/start ${searchParams.get('start')}`)
  await expect(page.getByText(/^已绑定：P90/)).toBeVisible(ASKING)
}

/** One that is no picture, one too many, and two that stay: the large one and the small one. */
async function choosePhotos(sheet: Locator): Promise<void> {
  const { small, large, broken } = await takePhotos()
  expect(large.buffer.length).toBeGreaterThan(PICTURE_MAX_BYTES)
  expect(small.buffer.includes(PHOTO_MARK)).toBe(true)
  const chooser = sheet.locator('input[type=file]')
  await chooser.setInputFiles([broken])
  await expect(sheet.getByRole('alert')).toHaveText('有一张图片打不开，换一张 JPG、PNG 或 WebP 图片')
  await chooser.setInputFiles([large, small, broken, small])
  await expect(sheet.getByRole('img', { name: '图片 2' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: '添加图片' })).toBeVisible()
  await sheet.getByRole('button', { name: '移除图片 1' }).click()
  await expect(sheet.getByRole('img', { name: /^图片/ })).toHaveCount(1)
  await chooser.setInputFiles([large])
  await expect(sheet.getByRole('img', { name: '图片 2' })).toBeVisible()
}

/** Both of them, in the order that they were chosen, and the second one large. */
async function seePictures(page: Page, thread: Locator): Promise<void> {
  const small = (number: number) => thread.getByRole('button', { name: `图片 ${number}`, exact: true }).locator('img')
  await expect(small(1)).toHaveJSProperty('naturalWidth', 400)
  await small(2).click()
  const large = page.getByRole('dialog', { name: '图片 2' }).getByRole('img', { name: '图片 2' })
  await expect(large).toHaveJSProperty('naturalWidth', 1600)
}

/** On the stored bytes: a picture of the server's own making, in which nothing tells where it was taken. */
async function expectCleanPictures({ pool }: Db): Promise<void> {
  const { rows } = await pool.query<{ bytes: Buffer }>('select bytes from ticket_pictures where message_id is not null')
  expect(rows).toHaveLength(2)
  for (const { bytes } of rows) {
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp' })
    expect(['EXIF', PHOTO_MARK].filter((mark) => bytes.includes(mark))).toEqual([])
  }
}
