import { expect, test } from 'vitest'

import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { makeApp } from '../../test/run/make-app.ts'
import type { BrandSettings } from './brand-settings.ts'
import { updateBrand } from './update-brand.ts'

const { db, config } = await makeApp({ PUBLIC_URL: 'https://portal.example' })
await buildReseller(db, { id: 0 })
await buildReseller(db, { id: 228 })
await db.kysely
  .insertInto('resellerDomains')
  .values([
    { host: 'taken.example', resellerId: 0, verifiedAt: clock.now() },
    { host: 'claimed.example', resellerId: 0 },
  ])
  .execute()

const update = (resellerId: number, settings: BrandSettings) =>
  updateBrand({ db, config, now: clock.now() }, resellerId, settings, 'operator:test')

async function refusal(resellerId: number, settings: BrandSettings): Promise<Refusal> {
  const before = await dumpEveryRow(db)
  const error = await update(resellerId, settings).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Refusal)
  expect(await dumpEveryRow(db)).toBe(before)
  return error as Refusal
}

test.each<[string, BrandSettings]>([
  ['a script address', { kfUrl: 'javascript:alert(1)' }],
  ['a script address in disguise', { kfUrl: ' JaVaScRiPt:alert(1)' }],
  ['a data address', { jcUrl: 'data:text/html,hello' }],
  ['plain http', { kfUrl: 'http://help.example/' }],
  ['a login in the address', { kfUrl: 'https://user:pass@help.example/' }],
  ['a policy break', { kfUrl: 'https://help.example/; script-src *' }],
  ['a line break', { jcUrl: 'https://help.example/\r\nset-cookie: a=b' }],
  ['our own origin', { kfUrl: 'https://portal.example/user' }],
  ['our own origin in capitals', { kfUrl: 'https://PORTAL.example:443/user' }],
  ["another reseller's domain, which is our origin too", { jcUrl: 'https://taken.example/page' }],
  ['no title at all', { title: '' }],
  ['a long title', { title: '鱼'.repeat(limits.brandTitleMax + 1) }],
  ['a title that turns the text around', { title: 'safe\u202Etxt' }],
  ['a title with a letter nobody sees', { title: '海\u3164豚' }],
  ['a title like the platform', { title: '魚 線 用户中心' }],
  ['a title that says to be official', { title: 'Ｏfficial 客服' }],
  ['a title with a line break', { title: 'one\ntwo' }],
  ['a title with a zero byte', { title: 'a\u0000b' }],
  ['a sender with an address', { senderName: '"A" <ceo@bank.example>' }],
  ['a sender with a sign that looks like one of an address', { senderName: 'ceo＠bank' }],
  ['a sender with a line break', { senderName: 'one\ntwo' }],
  ['a drawing', { icon: 'data:image/svg+xml;base64,PHN2Zy8+' }],
  ['a page as picture', { icon: 'data:text/html;base64,PGI+' }],
  ['a picture from elsewhere', { icon: 'https://elsewhere.example/icon.png' }],
  ['a huge picture', { icon: `data:image/png;base64,${'A'.repeat(limits.brandIconMaxBytes)}` }],
  ['a contact with a line break', { contact: 'one\ntwo' }],
  ['a long contact', { contact: '鱼'.repeat(limits.agencyContactMax + 1) }],
  ['a framing site by plain http', { frameOrigins: ['https://shop.example', 'http://shop.example'] }],
  ['any framing site', { frameOrigins: ['https://*.example'] }],
  ['a framing page, not a site', { frameOrigins: ['https://shop.example/page'] }],
  ['a framing site that is ours', { frameOrigins: ['https://taken.example'] }],
  ['a policy break in a framing site', { frameOrigins: ['https://shop.example; script-src'] }],
  ['eleven framing sites', { frameOrigins: Array.from({ length: 11 }, (_, n) => `https://s${n}.example`) }],
  ['a header that sets a cookie', { feedHeaders: ['set-cookie: a=b'] }],
  ['a header with a line break', { feedHeaders: ['announce: a\r\nset-cookie: a=b'] }],
  ['eleven headers', { feedHeaders: Array.from({ length: 11 }, (_, n) => `x-shop-${n}: 1`) }],
  ['a colour with style in it', { accent: '#fff;background:url(x)' }],
])('refuses %s and does not save the valid value beside it', async (_what, settings) => {
  const [field] = Object.keys(settings)
  const { code, extra } = await refusal(228, { accent: '#123456', ...settings })
  expect(code).toBe('request.invalid')
  expect(Object.keys(extra.fields ?? {})).toEqual([field])
})

test('a host that another reseller only claims belongs to nobody yet', async () => {
  await update(228, { kfUrl: 'https://claimed.example/help' })
  await update(228, { kfUrl: null })
})

test('refuses an unknown reseller', async () => {
  expect((await refusal(999, { title: '好' })).code).toBe('reseller.unknown')
})

test('the platform itself may use its own name', async () => {
  await update(0, { title: '鱼线用户中心' })
  await update(0, { title: null })
})

test('HTML in a title is plain text', async () => {
  await update(228, { title: '<img src=x onerror=alert(1)>' })
  const row = await db.kysely.selectFrom('resellers').select('title').where('id', '=', 228).executeTakeFirst()
  expect(row?.title).toBe('<img src=x onerror=alert(1)>')
})

test('fields left out stay, null restores the default, and the audit detail lists only field names', async () => {
  await update(228, { title: '甲', accent: '#0f766e', kfUrl: 'https://help.example/' })
  await update(228, { title: null })
  const row = await db.kysely.selectFrom('resellers').selectAll().where('id', '=', 228).executeTakeFirst()
  expect(row).toMatchObject({ title: null, accent: '#0f766e', kfUrl: 'https://help.example/' })
  const audit = await db.kysely.selectFrom('auditLog').selectAll().orderBy('id', 'desc').limit(2).execute()
  expect(audit.map(({ action, subject, detail }) => ({ action, subject, detail }))).toEqual([
    { action: 'reseller.brand_changed', subject: 'reseller:228', detail: { fields: 'title' } },
    { action: 'reseller.brand_changed', subject: 'reseller:228', detail: { fields: 'title accent kfUrl' } },
  ])
})
