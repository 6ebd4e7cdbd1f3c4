import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { LANGUAGES } from '../../../contract/languages.ts'
import { sampleNotices } from '../../../contract/sample-notices.ts'
import { buildNotice } from '../../test/build/build-notice.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { makeWebDir } from '../../test/run/make-web-dir.ts'

const webDir = makeWebDir()
const { inject, db } = await makeApp({ OPERATOR_CONTACT: '+86 <b>10</b>' }, { webDir })
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
beforeAll(async () => {
  await buildReseller(db, { id: 0 })
  await buildReseller(db, { id: 1000, title: '</title><script>alert(1)</script>' })
})

const PAGES = ['agreement', 'help', 'notices', 'tutorial']
const open = (url: string, headers: Record<string, string> = {}) => inject({ url, headers })

test.each(PAGES)('%s is branded and plain, and only we may frame it when no site was set', async (name) => {
  const { body, headers, statusCode } = await open(`/hosted/${name}?app_key=yx_1000`)
  expect(statusCode).toBe(200)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).not.toMatch(/<script|<iframe|\son\w+=|style="/)
  // Only the help page has forms: it searches and asks whether an article helped.
  expect(/<form/.test(body)).toBe(name === 'help')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain(name === 'help' ? "form-action 'self'" : "form-action 'none'")
  expect(policy).not.toMatch(/script-src|unsafe/)
  expect(headers['cache-control']).toBe('private, no-store')
})

test('leaves the brand out inside the portal, which already shows it', async () => {
  expect((await open('/hosted/help?app_key=yx_0')).body).toContain('<span>鱼线用户中心</span>')
  const framed = await open('/hosted/help?app_key=yx_0', { 'sec-fetch-dest': 'iframe' })
  expect(framed.body).not.toContain('<header>')
})

test.each(PAGES)('%s comes in three languages', async (name) => {
  const titles = []
  for (const language of LANGUAGES) {
    const { body } = await open(`/hosted/${name}`, { cookie: `lang=${language}` })
    expect(body).toContain(`<html lang="${language}"`)
    titles.push(/<h1>(.*?)<\/h1>/.exec(body)![1])
  }
  expect(new Set(titles).size).toBe(3)
})

test('uses the portal’s colours, else the system’s', async () => {
  expect((await open('/hosted/help', { cookie: 'scheme=dark' })).body).toContain('data-scheme="dark"')
  expect((await open('/hosted/help', { cookie: 'scheme="><b>' })).body).toContain('data-scheme="auto"')
})

test('prefers what the portal names in the address over a cookie', async () => {
  const headers = { cookie: 'lang=en; scheme=dark' }
  const { body } = await open('/hosted/help?lang=zh-TW&scheme=light', headers)
  expect(body).toContain('<html lang="zh-TW" data-scheme="light">')
  expect((await open('/hosted/help?scheme=auto', headers)).body).toContain('<html lang="en" data-scheme="auto">')
  const odd = await open('/hosted/help?lang=%22%3E%3Cb%3E&scheme=x&scheme=%22%3E', headers)
  expect(odd.body).toContain('<html lang="en" data-scheme="dark">')
})

const contacts: [contact: string, html: string][] = [
  ['微信 <i>fish</i>', '<p>微信 &lt;i&gt;fish&lt;/i&gt;</p>'],
  [
    'help@fish.example',
    '<p><a href="mailto:help@fish.example" target="_blank" rel="noopener nofollow">help@fish.example</a></p>',
  ],
  ['https://fish.example/?a="', '<p>https://fish.example/?a=&quot;</p>'],
  ['https://fish.example/chat?a=1&b=2', '<p><a href="https://fish.example/chat?a=1&amp;b=2" target="_blank"'],
  ['javascript:alert(1)', '<p>javascript:alert(1)</p>'],
  ['a@b.example?cc=x@y.example', '<p>a@b.example?cc=x@y.example</p>'],
]
test.each(contacts)('help begins with the contact: %s', async (contact, html) => {
  await buildReseller(db, { id: 1001, contact })
  const { body } = await open('/hosted/help?app_key=yx_1001')
  expect(/<section id="contact">.*?<\/section>/s.exec(body)?.[0]).toContain(html)
  expect(body.indexOf('id="contact"')).toBe(body.indexOf('id='))
  expect((await open('/hosted/help?app_key=yx_1000')).body).toContain('<p>+86 &lt;b&gt;10&lt;/b&gt;</p>')
})

test('the agreement has an anchor for its privacy part', async () => {
  for (const language of LANGUAGES) {
    expect((await open('/hosted/agreement', { cookie: `lang=${language}` })).body).toContain('<section id="privacy">')
  }
})

test('the tutorial shows the clients of the reader’s system in three pictures each, and those of a chosen one', async () => {
  const names = async (query: string, agent: string) => {
    const { body } = await open(`/hosted/tutorial?app_key=yx_1000${query}`, { 'user-agent': agent })
    expect(body.match(/<svg/g)).toHaveLength(3 * (body.match(/class="pictures"/g) ?? []).length)
    return [...body.matchAll(/<section id="([a-z\d-]+)">/g)].map((found) => found[1])
  }
  const phone = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140.0 Mobile'
  expect((await names('', phone)).slice(0, 2)).toEqual(['clash-meta', 'clash-mi'])
  expect(await names('&system=harmony', phone)).toEqual(['clashbox'])
  expect((await names('&system=%22%3E', 'Windows NT 10.0')).slice(0, 1)).toEqual(['clash-verge'])
  const { body } = await open('/hosted/tutorial?app_key=yx_1000&lang=en&x=%22%3E%3Cb%3E')
  expect(body).toContain('?app_key=yx_1000&amp;lang=en&amp;x=%22%3E%3Cb%3E&amp;system=router')
})

test('the tutorial links to the reader’s own lines, outside the frame', async () => {
  const { body } = await open('/hosted/tutorial?app_key=yx_1000')
  expect(body).toContain('href="/user/line_list?app_key=yx_1000" target="_top"')
  expect((await open('/hosted/tutorial?app_key=yx_1000&iframe=1')).body).not.toMatch(/target="_top"|line_list/)
})

test('shows notices of the brand and of all resellers, newest first, with their text escaped', async () => {
  const at = (text: string) => new Date(text)
  await buildNotice(db, { title: '旧', publishedAt: at('2026-01-01T20:00:00Z') })
  await buildNotice(db, {
    title: '<i>新</i>',
    resellerId: null,
    publishedAt: at('2026-02-01T00:00:00Z'),
    body: '<img src=x onerror=alert(1)> **好** [看](https://x.example/?a="b) [坏](javascript:alert(1)) [套餐](/user/tcBuy)\n\n1. 一\n2. 二',
  })
  await buildNotice(db, { title: '别人的', resellerId: 1000 })
  const { body } = await open('/hosted/notices?username=demo&password=demo&app_key=yx_0')
  expect(body).toContain('&lt;i&gt;新&lt;/i&gt;')
  expect(body).toContain('<strong>好</strong>')
  expect(body).toContain('<a href="https://x.example/?a=%22b" target="_blank" rel="noopener nofollow">看</a>')
  expect(body).toContain('<a href="/user/tcBuy?app_key=yx_0" target="_top">套餐</a>')
  const framed = await open('/hosted/notices?app_key=yx_0&iframe=1')
  expect(framed.body).toContain('套餐')
  expect(framed.body).not.toMatch(/tcBuy|_top/)
  expect(body).toContain('<ol start="1"><li>一</li><li>二</li></ol>')
  expect(body).not.toMatch(/<img src=x|href="javascript|别人的/)
  expect(body.indexOf('新')).toBeLessThan(body.indexOf('旧'))
  // The day in the business's time zone, not in UTC.
  expect(body).toContain('2026-01-02')
  expect((await open('/hosted/notices?app_key=yx_1000')).body).toContain('别人的')
})

test('the demo shows its own notices, whatever the real ones are', async () => {
  const { body } = await open('/hosted/notices/sample?app_key=yx_0&iframe=1')
  for (const { title } of sampleNotices) expect(body).toContain(title)
  expect(body).not.toContain('别人的')
})

test('says so when a brand has no notices', async () => {
  await db.pool.query('delete from notices')
  expect((await open('/hosted/notices?app_key=yx_0')).body).toContain('现在没有消息')
})
