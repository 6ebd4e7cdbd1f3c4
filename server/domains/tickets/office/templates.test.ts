import { expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { LANGUAGES } from '../../../../contract/languages.ts'
import type { RoleName } from '../../../../contract/role-names.ts'
import { unknownPlaceholder } from '../../../../contract/ticket-placeholders.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildTicket } from '../../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { DEFAULT_TEMPLATE_IDS, defaultTemplates } from '../templates/default-templates.ts'
import { OWN_TEMPLATES_MAX } from '../templates/save-template.ts'

const app = await makeApp()
const { db } = app
const { ticketTemplates, tickets } = consoleApi
let nextReseller = 7800

async function buildDesk(role: RoleName = 'support') {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId, title: '青鸟' })
  const account = await buildAccount(db, { resellerId })
  const staff = await buildStaff(app, { resellerId, role })
  const ticketId = Number(await buildTicket(db, account))
  return { resellerId, account, staff, ask: staff.call, ticketId }
}

const listed = async (ask: Awaited<ReturnType<typeof buildDesk>>['ask']) => (await ask(ticketTemplates.list, {})).data

test('our templates come in three languages and name only what can be filled in', () => {
  for (const language of LANGUAGES) {
    for (const id of DEFAULT_TEMPLATE_IDS) {
      const { title, body } = defaultTemplates[language][id]
      expect([title.length > 0, unknownPlaceholder(body)], `${language} ${id}`).toEqual([true, null])
    }
  }
})

test('a team changes, removes and writes templates, and has ours back', async () => {
  const { ask } = await buildDesk()
  const before = await listed(ask)
  expect(before.rows.map(({ templateId }) => templateId)).toEqual([...DEFAULT_TEMPLATE_IDS])
  expect(before).toMatchObject({ mayAdd: true, isComplete: true })
  const wish = {
    title: '晚上慢',
    body: '{{用户名}}，晚高峰请换 {{线路}}。',
    en: { title: 'Slow', body: 'Hi {{user name}}' },
  }
  const { templateId } = (await ask(ticketTemplates.save, wish)).data
  await ask(ticketTemplates.save, { templateId: 'steps', title: '先重启', body: '请重启' })
  expect((await ask(ticketTemplates.remove, { templateId: 'paid' })).status).toBe(200)
  const after = await listed(ask)
  expect(after.rows.map((row) => [row.templateId, row.origin])).toEqual([
    ['steps', 'changed'],
    ...DEFAULT_TEMPLATE_IDS.filter((id) => id !== 'steps' && id !== 'paid').map((id) => [id, 'default']),
    [templateId, 'own'],
  ])
  expect(after.rows.at(-1)).toMatchObject(wish)
  expect(after.isComplete).toBe(false)
  expect((await ask(ticketTemplates.remove, { templateId: 'paid' })).code).toBe('object.unknown')
  expect((await ask(ticketTemplates.save, { templateId: 'paid', title: 'x', body: 'x' })).code).toBe('object.unknown')
  await ask(ticketTemplates.restore, {})
  expect((await listed(ask)).rows.map(({ origin }) => origin)).toEqual([
    ...DEFAULT_TEMPLATE_IDS.map(() => 'default'),
    'own',
  ])
})

test.each([
  [{ title: '标题', body: '你好 {{余额}}' }, 'body', 'placeholder: {{余额}}'],
  [{ title: '标题', body: '你好 {{用户名' }, 'body', 'placeholder: {{'],
  [
    { title: '标题', body: '你好', en: { title: 'Title', body: '{{password}}' } },
    'en.body',
    'placeholder: {{password}}',
  ],
  [{ title: '  ', body: '你好' }, 'title', '1 to 80 characters'],
  [{ title: '标题', body: '长'.repeat(2001) }, 'body', '1 to 2000 characters'],
])('refuses at saving, names the field, and changes nothing: %j', async (wish, field, rule) => {
  const { ask } = await buildDesk()
  const refused = await ask(ticketTemplates.save, wish)
  expect([refused.status, refused.code, refused.data]).toEqual([400, 'request.invalid', { fields: { [field]: rule } }])
  expect((await listed(ask)).rows).toHaveLength(DEFAULT_TEMPLATE_IDS.length)
})

test('is filled with the facts of this user, in the language of this user', async () => {
  const { ask, ticketId, account, resellerId } = await buildDesk()
  const body = '{{用户名}}|{{套餐}}|{{到期日}}|{{剩余流量}}|{{线路}}|{{品牌}}'
  const en = { title: 'All', body: '{{user name}} has {{plan}}' }
  const { templateId } = (await ask(ticketTemplates.save, { title: '全部', body, en })).data
  const filled = async () => (await ask(tickets.fill, { ticketId, templateId })).data.text
  expect(await filled()).toBe(`${account.userName}|还没有套餐|没有到期日|0 Bytes|还没有线路|青鸟`)
  await db.kysely.updateTable('accounts').set({ language: 'en' }).where('id', '=', account.id).execute()
  expect(await filled()).toBe(`${account.userName} has no plan yet`)
  expect((await ask(tickets.fill, { ticketId, templateId: 'own-000000000000' })).code).toBe('object.unknown')
  const looks = db.kysely.selectFrom('auditLog').select('id').where('action', '=', 'ticket.template_filled')
  expect(await looks.where('resellerId', '=', resellerId).execute()).toHaveLength(2)
})

test('the platform has its own for what was handed to it; nobody sees those of another team', async () => {
  const { ask, ticketId, resellerId: reseller, account } = await buildDesk()
  const { ask: askOther } = await buildDesk('owner')
  const operator = await buildStaff(app, { resellerId: null, role: 'support' })
  const { templateId } = (await ask(ticketTemplates.save, { title: '本店', body: '本店 {{用户名}}' })).data
  const ours = await operator.call(ticketTemplates.save, { title: '平台', body: '平台 {{用户名}}' })
  const platformId = ours.data.templateId
  for (const [team, mine, others] of [
    [ask, templateId, platformId],
    [operator.call, platformId, templateId],
  ] as const) {
    const ids = (await team(ticketTemplates.list, {})).data.rows.map((row) => row.templateId)
    expect([ids.includes(mine), ids.includes(others)]).toEqual([true, false])
    expect((await team(ticketTemplates.remove, { templateId: others })).code).toBe('object.unknown')
  }
  expect((await askOther(ticketTemplates.list, {})).data.rows).toHaveLength(DEFAULT_TEMPLATE_IDS.length)
  const fill = () => operator.call(tickets.fill, { ticketId, templateId: platformId }, { reseller })
  expect((await fill()).code).toBe('object.unknown')
  await ask(tickets.hand, { ticketId, to: 'operator' })
  expect((await fill()).data.text).toBe(`平台 ${account.userName}`)
  const theirs = await operator.call(tickets.fill, { ticketId, templateId }, { reseller })
  expect(theirs.code).toBe('object.unknown')
  await operator.call(ticketTemplates.remove, { templateId: platformId })
})

test('a team that writes at once has at most its number', async () => {
  const { ask } = await buildDesk()
  const wish = (number: number) => ({ title: `第 ${number} 个`, body: '你好' })
  for (let at = 0; at < OWN_TEMPLATES_MAX - 1; at += 1) await ask(ticketTemplates.save, wish(at))
  const both = await Promise.all([ask(ticketTemplates.save, wish(98)), ask(ticketTemplates.save, wish(99))])
  expect(both.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'template.too_many'].toSorted())
  expect((await listed(ask)).mayAdd).toBe(false)
})
