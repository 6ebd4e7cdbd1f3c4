import { beforeAll, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { LANGUAGES } from '../../../contract/languages.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { markdownBlocks } from '../notices/markdown-blocks.ts'
import { defaultTexts } from './default-articles.ts'
import { DEFAULT_IDS } from './defaults/default-texts.ts'
import { OWN_ARTICLES_MAX } from './operator.ts'

const made = await makeApp()
const { db, call } = made
const { articles } = consoleApi
const SHOP = 8100
const OTHER = 8101
let token: string
let otherToken: string
let shop: Awaited<ReturnType<typeof buildStaff>>
let other: Awaited<ReturnType<typeof buildStaff>>
beforeAll(async () => {
  await buildReseller(db, { id: SHOP, title: '蓝*鲸*' })
  await buildReseller(db, { id: OTHER })
  token = await buildSession(db, await buildAccount(db, { resellerId: SHOP }))
  otherToken = await buildSession(db, await buildAccount(db, { resellerId: OTHER }))
  shop = await buildStaff(made, { resellerId: SHOP })
  other = await buildStaff(made, { resellerId: OTHER })
})

const search = async (text: string, as = token) =>
  (await call(api.articles.search, { text }, { token: as })).data.items.map(({ articleId }) => articleId)
const text = (title: string, body = 'Text') => ({ title, body, words: '' })
const rowOf = async (articleId: string) =>
  (await shop.call(articles.list, {})).data.rows.find((row) => row.articleId === articleId)

test('a new shop has ten articles in three languages, and their links lead to pages of ours', async () => {
  const { rows } = (await shop.call(articles.list, {})).data
  expect(rows.map(({ articleId }) => articleId)).toEqual([...DEFAULT_IDS])
  expect(rows.every(({ languages, origin }) => languages.length === 3 && origin === 'default')).toBe(true)
  for (const language of LANGUAGES) {
    for (const id of DEFAULT_IDS) {
      const { body } = defaultTexts[language][id]
      const links = markdownBlocks(body).flatMap(({ runs }) => runs.flatMap(({ href }) => href ?? []))
      // A path that is no page of ours would have stayed text.
      expect([id, language, links.length]).toEqual([id, language, body.split('](').length - 1])
    }
  }
})

test('offers at most three articles that fit, and opens one in the reader’s language', async () => {
  const found = await search('连不上，很慢，流量也用完了，付款没到账')
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(3)
  const opened = await call(
    api.articles.show,
    { articleId: 'connect' },
    { token, headers: { 'accept-language': 'en' } },
  )
  expect(opened.data.title).toBe('It does not connect')
  expect(opened.data.blocks.some(({ kind }) => kind === 'item')).toBe(true)
  expect((await call(api.articles.show, { articleId: 'nothing' }, { token })).code).toBe('object.unknown')
})

test('fills the brand’s name in as text, whatever signs it has', async () => {
  const { data } = await call(api.articles.show, { articleId: 'password' }, { token })
  const runs = data.blocks.flatMap((block) => block.runs)
  expect(runs.map((run) => run.text).join('')).toContain('蓝*鲸*的客服')
  expect(runs.some((run) => run.text.includes('{{'))).toBe(false)
  expect(runs.find((run) => run.text.includes('蓝*鲸*'))?.isSlanted).toBe(false)
})

test('a reseller changes an article, hides it, and puts it back', async () => {
  const asked = (await shop.call(articles.show, { articleId: 'slow' })).data
  expect(asked).toMatchObject({ title: '速度慢、卡顿', en: { title: 'It is slow' } })
  const wish = { ...asked, articleId: 'slow', title: '晚高峰', body: '换到{{brand}}的 **东京** 节点。' }
  expect((await shop.call(articles.save, wish)).data).toEqual({ articleId: 'slow' })
  expect(await rowOf('slow')).toMatchObject({ title: '晚高峰', origin: 'changed' })
  const read = (await call(api.articles.show, { articleId: 'slow' }, { token })).data
  expect(read.blocks[0]?.runs.map((run) => run.text)).toEqual(['换到蓝*鲸*的 ', '东京', ' 节点。'])
  await shop.call(articles.hide, { articleId: 'slow', isHidden: true })
  expect(await search('晚高峰')).not.toContain('slow')
  expect((await call(api.articles.show, { articleId: 'slow' }, { token })).code).toBe('object.unknown')
  expect((await call(api.articles.show, { articleId: 'slow' }, { token: otherToken })).data.title).toBe('速度慢、卡顿')
  await shop.call(articles.reset, { articleId: 'slow' })
  expect(await rowOf('slow')).toMatchObject({ title: '速度慢、卡顿', origin: 'default', isHidden: false })
})

test('one of ours can be hidden without being changed, and follows later releases', async () => {
  await shop.call(articles.hide, { articleId: 'client', isHidden: true })
  expect(await rowOf('client')).toMatchObject({ origin: 'default', isHidden: true })
  await shop.call(articles.hide, { articleId: 'client', isHidden: false })
  expect(await rowOf('client')).toMatchObject({ origin: 'default', isHidden: false })
})

test('only its users find an own article, by the words that they type', async () => {
  const { articleId } = (await shop.call(articles.save, { ...text('电视盒子'), words: '  当贝   小米盒子 ' })).data
  expect(await search('当贝盒子装不上')).toContain(articleId)
  expect(await search('当贝盒子装不上', otherToken)).not.toContain(articleId)
  for (const route of [articles.show, articles.remove] as const) {
    expect((await other.call(route, { articleId })).code).toBe('object.unknown')
  }
  expect((await other.call(articles.save, { articleId, ...text('mine now') })).code).toBe('object.unknown')
  expect((await other.call(articles.hide, { articleId, isHidden: true })).code).toBe('object.unknown')
  expect((await shop.call(articles.show, { articleId })).data).toMatchObject({ words: '当贝 小米盒子' })
  await shop.call(articles.hide, { articleId, isHidden: true })
  expect(await rowOf(articleId)).toMatchObject({ isHidden: true, origin: 'own', title: '电视盒子' })
  expect((await shop.call(articles.reset, { articleId })).code).toBe('request.invalid')
  expect((await shop.call(articles.remove, { articleId: 'connect' })).code).toBe('request.invalid')
  expect((await shop.call(articles.remove, { articleId })).status).toBe(200)
  expect(await rowOf(articleId)).toBeUndefined()
})

test('refuses what is not a text, and changes nothing', async () => {
  const before = (await shop.call(articles.list, {})).data.rows
  const refused = [
    text('  '),
    text('a', ' \n '),
    text('one\ntwo'),
    text('x'.repeat(81)),
    text('a', 'x'.repeat(8001)),
    { ...text('a'), words: 'x'.repeat(301) },
    { ...text('a'), en: text(' ') },
  ].map(({ words, ...wish }) => ({ ...wish, words }))
  for (const wish of refused) expect((await shop.call(articles.save, wish as never)).status).toBe(400)
  expect((await shop.call(articles.list, {})).data.rows).toEqual(before)
})

test('a reseller can write only so many', async () => {
  for (let count = 0; count < OWN_ARTICLES_MAX; count += 1) await other.call(articles.save, text(`No. ${count}`))
  expect((await other.call(articles.list, {})).data.mayAdd).toBe(false)
  expect((await other.call(articles.save, text('one more'))).code).toBe('article.too_many')
  expect((await other.call(articles.save, { articleId: 'slow', ...text('still') })).status).toBe(200)
})

test('hostile Markdown stays text, in the preview as in the article', async () => {
  const body = '<img src=x onerror=alert(1)> [a](javascript:alert(1)) ![b](https://x.example/b.png) <script>1</script>'
  const preview = (await shop.call(articles.preview, { title: '<b>', body })).data
  const { articleId } = (await shop.call(articles.save, text('<b>', body))).data
  const { title, blocks } = (await call(api.articles.show, { articleId }, { token })).data
  expect([title, blocks]).toEqual([preview.title, preview.blocks])
  expect(blocks.flatMap(({ runs }) => runs).every(({ href }) => href === null)).toBe(true)
  expect(blocks[0]?.runs.map((run) => run.text).join('')).toContain('<script>1</script>')
  await shop.call(articles.remove, { articleId })
})

test('an account’s answer counts once', async () => {
  const vote = (helped: boolean, as = token) => call(api.articles.vote, { articleId: 'paid', helped }, { token: as })
  expect((await vote(true)).data).toEqual({ isCounted: true })
  expect((await vote(false)).data).toEqual({ isCounted: false })
  expect((await vote(false, otherToken)).data).toEqual({ isCounted: true })
  expect(await rowOf('paid')).toMatchObject({ helpedCount: 1, unhelpedCount: 0 })
  const unknown = await call(api.articles.vote, { articleId: 'own-000000000000', helped: true }, { token })
  expect(unknown.code).toBe('object.unknown')
})

test('who reads notices reads articles, and who writes them writes articles; each change is in the audit', async () => {
  const viewer = await buildStaff(made, { resellerId: SHOP, role: 'viewer' })
  expect((await viewer.call(articles.list, {})).status).toBe(200)
  expect((await viewer.call(articles.save, text('a'))).code).toBe('staff.forbidden')
  const { rows } = await db.pool.query<{ action: string; after: object | null }>(
    `select action, after from audit_log where reseller_id = $1 and subject = 'article:slow' order by id`,
    [SHOP],
  )
  expect(rows.map(({ action }) => action)).toEqual(['article.saved', 'article.hidden', 'article.reset'])
  expect(rows[0]?.after).toEqual({ bodyLength: 23 })
})
