import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { makeWebDir } from '../../../test/run/make-web-dir.ts'

const webDir = makeWebDir()
const made = await makeApp({}, { webDir })
const { inject, db } = made
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
beforeAll(() => buildReseller(db, { id: 8200, title: '<i>鲸</i>' }))

const ADDRESS = '/hosted/help?app_key=yx_8200&lang=en'
const open = async (more = '') => (await inject({ url: ADDRESS + more })).body
const counts = async () =>
  (await db.pool.query('select article_id, helped_count, unhelped_count from article_counts where reseller_id = 8200'))
    .rows

const form = (page: string) => {
  const mark = /name="mark" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return { mark, action }
}
const answer = (url: string, fields: Record<string, string>, remoteAddress = '127.0.0.1') =>
  inject({
    method: 'POST',
    url,
    remoteAddress,
    // As a frame without an origin sends it.
    headers: { origin: 'null', 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

test('lists the articles as links that keep the reader’s brand and language', async () => {
  const page = await open()
  expect(page.match(/<li><a href="\?app_key=yx_8200&amp;lang=en&amp;article=/g)).toHaveLength(10)
  expect(page).toContain('<input type="hidden" name="app_key" value="yx_8200">')
  const article = await open('&article=password')
  expect(article).toContain('Lost password')
  expect(article).toContain('&lt;i&gt;鲸&lt;/i&gt; never asks for your password')
  expect(article).toContain('href="/user/freeze_acc?app_key=yx_8200" target="_top"')
  expect(await open('&article=password&iframe=1')).not.toContain('_top')
})

test('leads to the desk of the portal, but not out of a frame that must stay', async () => {
  expect(await open()).toContain(
    '<a class="action" href="/user/customer_service?desk=1&amp;app_key=yx_8200" target="_top">Write a ticket</a>',
  )
  expect(await open('&iframe=1')).not.toContain('Write a ticket')
})

test.each(['yx_8200', 'yx_0'])('names the help desk of %s where nobody left a contact', async (appKey) => {
  const page = (await inject({ url: `/hosted/help?app_key=${appKey}&lang=en` })).body
  expect(page).toContain('Sign in and write a ticket')
})

test('searches, and says what to do when nothing fits', async () => {
  const page = await open(`&q=${encodeURIComponent('连不上')}`)
  expect(page).toContain('article=connect')
  expect(page).not.toContain('article=refund')
  expect(page).toContain('value="连不上"')
  const nothing = await open(`&q=${encodeURIComponent('"><b>xyzzy')}`)
  expect(nothing).toContain('Nothing found')
  expect(nothing).toContain('value="&quot;&gt;&lt;b&gt;xyzzy"')
  expect(nothing).toContain('id="contact"')
})

test.each(['nothing', '%22%3E%3Cb%3E', 'own-000000000000', 'a&article=b'])(
  'article=%s is no longer there',
  async (id) => {
    const page = await open(`&article=${id}`)
    if (id.includes('&')) expect(page).toContain('Common questions')
    else expect(page).toContain('no longer here')
    expect(page).not.toContain('"><b>')
  },
)

test('an answer counts once an address, and only from a form of this page', async () => {
  const { mark, action } = form(await open('&article=slow'))
  expect((await answer(action, { helped: 'yes', mark })).body).toContain('Great')
  expect(await counts()).toEqual([{ article_id: 'slow', helped_count: 1, unhelped_count: 0 }])
  const again = await answer(action, { helped: 'no', mark })
  expect([again.statusCode, again.body.includes('contact support')]).toEqual([200, true])
  // A mark of another reader, of another article, and none.
  expect((await answer(action, { helped: 'no', mark }, '203.0.113.9')).body).toContain('Did this help?')
  expect((await answer(action.replace('slow', 'paid'), { helped: 'no', mark })).body).toContain('Did this help?')
  expect((await answer(action, { helped: 'no' }, '203.0.113.9')).body).toContain('Did this help?')
  expect((await answer(action, { helped: '<b>', mark })).body).toContain('Did this help?')
  expect(await counts()).toEqual([{ article_id: 'slow', helped_count: 1, unhelped_count: 0 }])
  const large = await answer(action, { helped: 'no', mark: 'x'.repeat(5000) })
  expect(large.statusCode).toBe(413)
})

test('a reseller’s hostile article is text on the page', async () => {
  const shop = await buildStaff(made, { resellerId: 8200 })
  const body = '<img src=x onerror=alert(1)> [a](javascript:alert(1)) **b**'
  const wish = { title: '</h2><script>alert(1)</script>', body, words: '' }
  const { articleId } = (await shop.call(consoleApi.articles.save, wish)).data
  const page = await open(`&article=${articleId}`)
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain('<strong>b</strong>')
  expect(page).not.toMatch(/<script|<img src=x|href="javascript/)
  expect(await open()).toContain('&lt;/h2&gt;&lt;script&gt;')
})
