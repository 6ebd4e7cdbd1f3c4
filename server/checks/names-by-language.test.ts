import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Language } from '../../contract/languages.ts'
import { changePackage } from '../domains/catalogue/save-package.ts'
import { updateNode } from '../domains/nodes/operator.ts'
import { publishNotice } from '../domains/notices/operator.ts'
import { clock } from '../platform/clock.ts'
import { inLanguage, mergeLanguages } from '../platform/text/by-language.ts'
import { openLineDesk } from '../test/build/line-desk.ts'
import { fund } from '../test/build/money-factories.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeWebDir } from '../test/run/make-web-dir.ts'

const webDir = makeWebDir()
afterAll(() => rmSync(webDir, { recursive: true, force: true }))
const made = await makeApp({ PUBLIC_URL: 'https://portal.example' }, { webDir })
const { call, db, config, inject } = made
const desk = openLineDesk(made)
const ctx = () => ({ db, config, now: clock.now() })
const ACTOR = 'operator:test'

const user = await desk.buildUser()
const nodeId = await desk.buildNode({ name: '香港 01' })
await desk.install(user, nodeId)
await desk.confirm(user)
const [plan] = await db.kysely.selectFrom('packages').select('id').execute()
await db.kysely.updateTable('packages').set({ name: '标准版', note: '每天都够' }).where('id', '=', plan!.id).execute()
await fund(db, user.account, 100_000)

const ask = { token: user.token }
const askIn = (language: Language) => ({ ...ask, headers: { 'accept-language': language } })

test('every reader gets the first name when there are no others', async () => {
  expect(inLanguage('标准版', {}, 'en')).toBe('标准版')
  expect(await namesIn('en')).toEqual(everywhere('标准版', '香港 01', '维护', '每天都够'))
})

test('names given by the operator appear everywhere for readers of that language', async () => {
  const texts = { names: { en: 'Standard', 'zh-TW': '標準版' }, notes: { en: 'Enough for a day' } }
  expect(await changePackage(ctx(), plan!.id, texts, ACTOR)).toEqual(['names', 'notes'])
  await updateNode(ctx(), nodeId, { names: { en: 'Hong Kong 01' } }, ACTOR)
  const notice = {
    resellerId: null,
    title: '升级',
    body: '今晚两点。',
    isPinned: true,
    publishedAt: null,
    expiresAt: null,
  }
  const others = { titles: { en: 'Upgrade' }, bodies: { en: 'At **two** tonight.' } }
  await publishNotice(ctx(), { ...notice, ...others }, ACTOR)
  expect(await namesIn('en')).toEqual(everywhere('Standard', 'Hong Kong 01', 'Upgrade', 'Enough for a day'))
  expect(await namesIn('zh-TW')).toEqual(everywhere('標準版', '香港 01', '升级', '每天都够'))
  expect(await namesIn('zh-CN')).toEqual(everywhere('标准版', '香港 01', '升级', '每天都够'))
  const { items } = (await call(api.notices.list, {}, askIn('en'))).data
  expect(items[0]!.summary).toBe('At two tonight.')
})

test('an account that reads English gets its feed and its mails in English', async () => {
  const url = new URL((await call(api.lines.list, {}, ask)).data.subscriptionUrl)
  const named = async () =>
    decodeURIComponent(Buffer.from((await inject(`${url.pathname}?flag=base64`)).body, 'base64').toString())
  expect(await named()).toContain('香港 01')
  await db.kysely.updateTable('accounts').set({ language: 'en' }).where('id', '=', user.account.id).execute()
  expect(await named()).toContain('Hong Kong 01')
})

test('one name can be changed or removed alone, and a wrong one is refused', async () => {
  expect(mergeLanguages({ en: 'a', 'zh-TW': 'b' }, { en: '' })).toEqual({ 'zh-TW': 'b' })
  expect(await changePackage(ctx(), plan!.id, { names: { en: '' } }, ACTOR)).toEqual(['names'])
  expect(await changePackage(ctx(), plan!.id, { names: { en: '' } }, ACTOR)).toEqual([])
  expect((await namesIn('en')).catalogue).toBe('标准版')
  expect((await namesIn('zh-TW')).catalogue).toBe('標準版')
  for (const en of [' x', 'a\u200bb', 'x'.repeat(41)]) {
    await expect(changePackage(ctx(), plan!.id, { names: { en } }, ACTOR)).rejects.toMatchObject({
      code: 'request.invalid',
    })
    if (en !== ' x')
      await expect(updateNode(ctx(), nodeId, { names: { en } }, ACTOR)).rejects.toMatchObject({
        code: 'request.invalid',
      })
  }
  for (const en of ['a\u200bb', 'x'.repeat(201)]) {
    await expect(changePackage(ctx(), plan!.id, { notes: { en } }, ACTOR)).rejects.toMatchObject({
      code: 'request.invalid',
    })
  }
  expect((await namesIn('en')).note).toBe('Enough for a day')
  expect(await changePackage(ctx(), plan!.id, { notes: { en: '' } }, ACTOR)).toEqual(['notes'])
  expect((await namesIn('en')).note).toBe('每天都够')
  for (const wrong of ['{"fr": "x"}', '{"en": ""}', '{"en": 1}', '["en"]']) {
    await expect(db.pool.query('update nodes set names = $1', [wrong])).rejects.toThrow('nodes_names_check')
    await expect(db.pool.query('update packages set notes = $1', [wrong])).rejects.toThrow('packages_notes_check')
  }
})

test('shared cached answers differ by language', async () => {
  const inEnglish = await inject({ url: '/api/status', headers: { 'accept-language': 'en', cookie: 'lang=zh-CN' } })
  expect(inEnglish.headers['vary']).toContain('accept-language')
  expect(inEnglish.body).toContain('Hong Kong 01')
  expect((await inject({ url: '/api/status', headers: { 'accept-language': 'zh-CN' } })).body).toContain('香港 01')
})

const everywhere = (name: string, node: string, notice: string, note: string) => ({
  catalogue: name,
  note,
  current: name,
  quote: name,
  order: name,
  info: name,
  nodes: node,
  lines: node,
  status: node,
  message: notice,
  hosted: true,
})

async function namesIn(language: Language) {
  const as = askIn(language)
  clock.shift(6_000)
  const { items, current } = (await call(api.packages.list, {}, as)).data
  const wish = { action: 'renew', packageId: String(plan!.id), period: 'month' } as const
  const quote = (await call(api.packages.quote, wish, as)).data
  const buying = { quoteId: quote.quoteId, payBy: 'balance', key: crypto.randomUUID() } as const
  const { orderId } = (await call(api.packages.buy, buying, as)).data
  await db.kysely.updateTable('nodeStates').set({ seenAt: clock.now() }).execute()
  const [notice] = (await call(api.notices.list, {}, as)).data.items
  const hosted = await inject({ url: '/hosted/notices?app_key=yx_0', headers: { cookie: `lang=${language}` } })
  return {
    catalogue: items[0]!.name,
    note: items[0]!.note,
    current: current.packageName,
    quote: quote.packageName,
    order: (await call(api.orders.detail, { orderId }, as)).data.packageName,
    info: (await call(api.accounts.info, { dailiKey: 0 }, as)).data.package?.name,
    nodes: (await call(api.lines.nodes, {}, as)).data[0]!.name,
    lines: (await call(api.lines.list, {}, as)).data.lines[0]!.nodeName,
    status: (await call(api.status.report, {}, as)).data.regions[0]!.nodes[0]!.name,
    message: notice?.title ?? '维护',
    hosted: notice === undefined || hosted.body.includes(`<h2>${notice.title}</h2>`),
  }
}
