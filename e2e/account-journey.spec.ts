import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'

import { dumpEveryRow } from '../server/test/look/every-row.ts'
import { appCode } from '../server/test/outside/authenticator-app.ts'
import type { Mailbox } from '../server/test/outside/mail-server.ts'
import { codeIn } from '../server/test/outside/read-mail.ts'
import type { ServerProcess } from '../server/test/run/server-process.ts'
import { expect } from './fixtures.ts'
import { register, test } from './stage.ts'

test('registers, remembers, binds, resets, adds a factor, pauses and locks, and leaves no secret anywhere', async ({
  page,
  context,
  stage,
}) => {
  const { portal, db, mailbox } = stage
  const name = `fisher${randomBytes(3).toString('hex')}`
  const mail = `${name}@mail.example`
  const passwords = ['rope-lantern-3', 'copper sail 41', 'quiet harbour 7', 'paper kite 58'].map(
    (word) => `${word}${randomBytes(2).toString('hex')}`,
  ) as [string, string, string, string]
  const codes: string[] = []
  const addresses: string[] = []
  context.on('request', (request) => addresses.push(request.url()))
  // Tokens, device credentials and tickets, from the answers that issue them.
  const issued = new Set<string>()
  context.on('response', async (answer) => {
    const token = answer.headers()['authorization']?.replace('Bearer ', '')
    if (token) issued.add(token)
    if (!answer.url().includes('/api/user/')) return
    const body = await answer.text().catch(() => '')
    for (const [found] of body.matchAll(/(?:tk1|dc1)\.[\w.-]+/g)) issued.add(found)
  })

  await test.step('register and land in the portal', async () => {
    await register(page, portal, name, passwords[0])
    await signOut(page)
  })

  await test.step('sign in, remember, close, reopen: silent login', async () => {
    await signIn(page, portal, name, passwords[0])
    await page.waitForURL('**/user')
    const credential = await page.evaluate(() => localStorage.getItem('password'))
    expect(credential).toMatch(/^dc1\./)
    await reopenSilently(page, portal, name)
    expect(await page.evaluate(() => localStorage.getItem('password'))).not.toBe(credential)
  })

  await test.step('change the password: this device stays remembered', async () => {
    await page.goto(`${portal.url}/user/change_pass`)
    await page.getByLabel('当前密码').fill(passwords[0])
    // One without enough room would stack its letters.
    for (const label of await page.locator('main fieldset label').all()) {
      expect((await label.boundingBox())!.height).toBeLessThan(60)
    }
    await page.getByLabel('新密码').fill(passwords[3])
    await page.getByRole('button', { name: '修改密码' }).click()
    await expect(page.getByText('密码已修改')).toBeVisible()
    await reopenSilently(page, portal, name)
  })

  await test.step('bind the e-mail address with the mailed code', async () => {
    await page.goto(`${portal.url}/user/emailBind`)
    await page.getByLabel('邮箱地址').fill(mail)
    await page.getByRole('textbox', { name: '密码', exact: true }).fill(passwords[3])
    await page.getByRole('button', { name: '发送验证码' }).click()
    const code = await nextCode(mailbox, mail)
    codes.push(code)
    await page.getByLabel('邮箱验证码').fill(code)
    await page.getByRole('button', { name: '完成绑定' }).click()
    await expect(page.getByText('邮箱已绑定').first()).toBeVisible()
  })

  const oldToken = (await page.evaluate(() => localStorage.getItem('userToken'))) ?? ''
  await test.step('forget the password, reset it: old sessions are dead', async () => {
    await page.goto(`${portal.url}/find_pass?app_key=yx_0`)
    await page.getByLabel('账号').fill(name)
    await page.getByRole('button', { name: '发送验证码' }).click()
    const code = await nextCode(mailbox, mail)
    codes.push(code)
    await page.getByLabel('验证码', { exact: true }).fill(code)
    await page.getByLabel('新密码').fill(passwords[1])
    await page.getByRole('button', { name: '设置新密码' }).click()
    await expect(page.getByText('新密码已生效').first()).toBeVisible()
    const old = await fetch(`${portal.url}/api/user/info`, {
      method: 'POST',
      headers: { authorization: oldToken, 'content-type': 'application/json' },
      body: JSON.stringify({ dailiKey: 0 }),
    })
    expect(old.status).toBe(401)
  })

  let secret = ''
  await test.step('turn the second factor on; the next sign-in asks for it', async () => {
    await signIn(page, portal, name, passwords[1])
    await page.waitForURL('**/user')
    await page.goto(`${portal.url}/user/change_pass`)
    await page.locator('main fieldset').getByText('两步验证').click()
    await page.getByRole('button', { name: '开启两步验证' }).click()
    await page.getByRole('textbox', { name: '密码', exact: true }).fill(passwords[1])
    await page.getByRole('button', { name: '下一步' }).click()
    secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('验证器里的 6 位数字').fill(appCode(secret))
    await page.getByRole('button', { name: '确认开启' }).click()
    // A web view may silently drop the file, so a download does not count as keeping the codes.
    await page.getByRole('button', { name: '下载', exact: true }).click()
    await expect(page.getByText('没有下载到？请复制一份。')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('请先保存好恢复码，关闭后不再显示')).toBeVisible()
    await page.getByRole('button', { name: '我已保存好' }).click()
    await signOut(page)
    await signIn(page, portal, name, passwords[1])
    await page.getByLabel('两步验证码').fill(appCode(secret, 1))
    await page.getByRole('button', { name: '登录' }).click()
    await page.waitForURL('**/user')
  })

  await test.step('pause, undo it, pause again and, a day later, resume', async () => {
    await db.pool.query(
      `insert into subscriptions (reseller_id, account_id, expires_at, total_bytes)
       select reseller_id, id, now() + interval '20 days', 1073741824 from accounts where user_name = $1`,
      [name],
    )
    await page.goto(`${portal.url}/user/freeze_acc`)
    await page.getByRole('button', { name: '暂停使用' }).click()
    await page.getByRole('button', { name: '确认暂停' }).click()
    await expect(page.getByText('已暂停').filter({ visible: true }).first()).toBeVisible()
    await page.goto(`${portal.url}/user/freeze_acc`)
    await page.getByRole('button', { name: '撤销暂停' }).click()
    await expect(page.getByText('正常').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText('还可以暂停 2 次')).toBeVisible()
    await page.getByRole('button', { name: '暂停使用' }).click()
    await page.getByRole('button', { name: '确认暂停' }).click()
    await expect(page.getByText('已暂停').filter({ visible: true }).first()).toBeVisible()
    await db.pool.query(`update pauses set started_at = started_at - interval '25 hours'`)
    await db.pool.query(`update accounts set paused_at = paused_at - interval '25 hours' where user_name = $1`, [name])
    await page.reload()
    await page.getByRole('button', { name: '恢复使用' }).click()
    await expect(page.getByText('正常').filter({ visible: true }).first()).toBeVisible()
  })

  await test.step('lock, then unlock with the mailed code, a new password and the factor', async () => {
    await page.getByRole('button', { name: '锁定账户' }).click()
    await page.getByRole('textbox', { name: '密码', exact: true }).fill(passwords[1])
    await page.getByRole('button', { name: '确认锁定' }).click()
    await expect(page.getByText('账户已锁定').first()).toBeVisible()
    // Only one mail a minute goes to one address, and the reset mail was sent a moment ago.
    await stage.restart()
    await page.goto(`${portal.url}/find_pass?unlock=1&app_key=yx_0`)
    await page.getByLabel('账号').fill(name)
    await page.getByRole('button', { name: '发送验证码' }).click()
    const mailed = await nextCode(mailbox, mail)
    codes.push(mailed)
    await page.getByLabel('验证码', { exact: true }).fill(mailed)
    await page.getByLabel('新密码').fill(passwords[2])
    await page.getByRole('button', { name: '解锁账号' }).click()
    // A code works once, and the last sign-in used the current time step.
    await db.pool.query('update accounts set totp_step = 0 where user_name = $1', [name])
    await page.getByLabel('两步验证码').fill(appCode(secret))
    await page.getByRole('button', { name: '解锁账号' }).click()
    await expect(page.getByText('账号已解锁').first()).toBeVisible()
  })

  await test.step('nothing secret stayed behind', async () => {
    const storage = JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))
    const places = { database: await dumpEveryRow(db), log: stage.log(), addresses: addresses.join('\n'), storage }
    for (const [place, text] of Object.entries(places)) {
      for (const password of passwords) expect(text, place).not.toContain(password)
      expect(text, place).not.toContain(secret)
      for (const one of issued) expect(text, place).not.toContain(one)
      // Six digits also occur in timestamps and sizes, so look for a code that stands alone.
      if (place !== 'log')
        for (const code of codes) expect(text, place).not.toMatch(new RegExp(`(?<![\\d.a-f])${code}(?![\\d.a-f])`, 'i'))
    }
    expect(issued.size).toBeGreaterThan(5)
    expect(storage.match(/"[a-zA-Z_]+":/g)?.sort()).toEqual(['"app_key":'])
  })
})

async function nextCode(mailbox: Mailbox, to: string): Promise<string> {
  for (;;) {
    const mail = await mailbox.next(to)
    if (/^\s*\d{6}\s*$/m.test(mail.text)) return codeIn(mail)
  }
}

async function signIn(page: Page, portal: ServerProcess, name: string, password: string): Promise<void> {
  await page.goto(`${portal.url}/login?app_key=yx_0`)
  await page.getByLabel('账号').fill(name)
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** As after some days: the token is gone, and the credential of "remember me" opens the portal. */
async function reopenSilently(page: Page, portal: ServerProcess, name: string): Promise<void> {
  await page.evaluate(() => {
    localStorage.removeItem('userToken')
    localStorage.removeItem('token')
  })
  const silent = page.waitForResponse((answer) => answer.url().endsWith('/api/user/silentLogin'))
  await page.goto(`${portal.url}/user`)
  expect((await silent).status()).toBe(200)
  await page.getByRole('button', { name: '我的' }).click()
  const mine = page.getByRole('dialog', { name: '我的' })
  await expect(mine.getByText(name).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(mine).toHaveCount(0)
}

async function signOut(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 640) await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).first().click()
  await page.waitForURL('**/login**')
}
