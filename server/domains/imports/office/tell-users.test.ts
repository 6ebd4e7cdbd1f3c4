import { expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { makeImportDesk, panelPlan, served } from '../../../test/build/panels/import-desk.ts'
import { panelUser, type PanelRows } from '../../../test/build/panels/rows.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { importLines } from '../run/lines.ts'
import { nextSteps } from '../run/next-steps.ts'
import { undoImport } from '../run/undo-import.ts'

const made = await makeApp()
const { app, db } = made
checkBooksAfterEach(db)
const { newReseller, run, ctx } = makeImportDesk(made)
const operator = await buildStaff(made, { resellerId: null })
const viewer = await buildStaff(made, { resellerId: null, role: 'viewer' })

const take = (importId: number, by = operator, language = 'zh-CN') =>
  app.inject({
    url: consoleApi.imports.tell.path,
    query: { importId: String(importId) },
    headers: { ...by.headers, 'accept-language': language },
  })
const linesOf = (body: string) => body.replace('\uFEFF', '').trimEnd().split('\r\n')
const same = '00000000-0000-4000-8000-000000000001'

const odd: PanelRows = {
  v2_plan: [panelPlan],
  v2_user: [
    panelUser(1, served),
    panelUser(2, { ...served, email: 'USER1@example.com', uuid: same }),
    panelUser(3, { email: '' }),
    panelUser(4, { password: 'nobody can check this' }),
    panelUser(5, { banned: 1, telegram_id: 77 }),
    panelUser(6, { plan_id: 99, discount: 10, token: 'short' }),
    panelUser(7, { email: '=cmd+7@example.com' }),
    panelUser(8, { email: '=CMD+7@example.com' }),
  ],
}

test('the file names every user who must be told something, and what; names that begin like a formula are text', async () => {
  const resellerId = await newReseller()
  const { importId } = await run(resellerId, odd)
  const file = await take(importId)
  expect(file.statusCode, file.body).toBe(200)
  expect(file.headers['content-disposition']).toBe(`attachment; filename="users-to-tell-${resellerId}-${importId}.csv"`)
  const rows = linesOf(file.body).map((line) => line.split(','))
  expect(rows.map(([number, , name, email, said]) => [number, name, email, said])).toEqual([
    ['旧编号', '账号', '邮箱', '要告诉他的'],
    ['2', 'USER1@example.com-2', 'USER1@example.com', '登录请用这个账号，不是邮箱；线路要重新导入客户端'],
    ['3', 'user-3', '', '登录请用这个账号，不是邮箱；没有邮箱，收不到邮件'],
    ['4', 'user4@example.com', 'user4@example.com', '旧密码不能用，要设一个新的'],
    ['5', 'user5@example.com', 'user5@example.com', '要重新绑定 Telegram；账号已停用'],
    ['6', 'user6@example.com', 'user6@example.com', '原来的套餐没有过来；专属折扣没有过来；旧订阅地址停用，请换新的'],
    ['8', "'-CMD-7@example.com-8", "'=CMD+7@example.com", '登录请用这个账号，不是邮箱'],
  ])
  expect(linesOf((await take(importId, operator, 'en')).body)[3]).toMatch(/^4,.*set a new one$/)
  const { rows: looks } = await db.pool.query<{ action: string; actor: string }>(
    `select action, actor from audit_log where reseller_id = $1 and subject = $2 and action = 'import.users_exported'`,
    [resellerId, `import:${importId}`],
  )
  expect(looks).toHaveLength(2)
  expect(looks[0]!.actor).toBe(`staff:${operator.staffId}`)
})

test("only who may export users and decide about terms takes it, and after an undo it is nobody's", async () => {
  const resellerId = await newReseller()
  const { importId } = await run(resellerId, odd)
  expect((await take(importId, viewer)).json()).toMatchObject({ code: 'staff.forbidden' })
  expect((await take(importId + 1000)).json()).toMatchObject({ code: 'object.unknown' })
  await undoImport(ctx(), resellerId, 'panel')
  expect((await take(importId)).json()).toMatchObject({ code: 'object.unknown' })
})

test('a run says what comes next in order, and a later one only what is left', async () => {
  const resellerId = await newReseller()
  const node = { id: 1, group_id: '["1"]', name: 'next', port: '443', server_port: 443, rate: '1', show: 1 }
  const rows = { ...odd, v2_server_trojan: [{ ...node, host: `next${resellerId}.example.com` }] }
  const first = await run(resellerId, rows)
  // Old addresses are those of the resellers above.
  expect(nextSteps(first)).toEqual(['look', 'try', 'setUp', 'again', 'token', 'agents', 'names', 'tell', 'back'])
  expect(importLines(first).at(-1)).toBe(
    `  9. Until the first sale there is a way back: import undo --reseller ${resellerId} --name …`,
  )
  expect(importLines(first, true).join('\n')).not.toContain('What comes next')
  const later = await run(resellerId, rows, { serverToken: 'the-old-server-token' })
  expect(nextSteps(later)).toEqual(['try', 'agents', 'names', 'tell', 'back'])
  const plain = await run(await newReseller(), { v2_user: [panelUser(9)] }, { source: 'other' })
  expect(nextSteps(plain)).toEqual(['try', 'setUp', 'again', 'names', 'back'])
  expect(importLines(plain).at(-1)).toMatch(/ --source other$/)
})
