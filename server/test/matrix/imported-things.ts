import { makeImportDesk, panelPlan, served } from '../build/panels/import-desk.ts'
import { panelUser } from '../build/panels/rows.ts'
import type { TestApp } from '../run/make-app.ts'
import type { Things } from './object-fields.ts'

/** What a business of another panel brings to a reseller, named by the word: one of each thing that an import makes. */
export async function importThings(
  made: Pick<TestApp, 'db' | 'config'>,
  resellerId: number,
  word: string,
): Promise<Partial<Things>> {
  const { db } = made
  const desk = makeImportDesk(made)
  const email = `${word}moved@mail.example`
  const node = { group_id: '["1"]', host: `${word}.example.com`, port: '443', server_port: 443, rate: '1', show: 1 }
  await desk.run(resellerId, {
    v2_user: [
      panelUser(1, { ...served, email, balance: 500, commission_balance: 70 }),
      panelUser(2, { email: `${word}friend@mail.example`, invite_user_id: 1 }),
    ],
    v2_plan: [{ ...panelPlan, name: `${word} plan` }],
    v2_server_trojan: [{ ...node, id: 1, name: `${word} node` }],
    v2_coupon: [{ id: 1, code: `${word}-10`, name: word, type: 2, value: 10 }],
    v2_notice: [{ id: 1, title: word, content: word, show: 1 }],
    v2_knowledge: [{ id: 1, language: 'zh-CN', title: word, body: word, show: 1 }],
    v2_ticket: [{ id: 1, user_id: 1, subject: word, level: 0, status: 0 }],
    v2_ticket_message: [{ id: 1, ticket_id: 1, user_id: 1, message: word }],
  })
  const { rows } = await db.pool.query<{ kind: string; ourKey: string }>(
    `select kind, our_key as "ourKey" from import_things where reseller_id = $1 and (kind <> 'user' or old_key = '1')`,
    [resellerId],
  )
  const came = new Map(rows.map(({ kind, ourKey }) => [kind, ourKey]))
  const account = await desk.accountOf(resellerId, email)
  const line = await db.kysely
    .selectFrom('lines')
    .select(['id', 'number'])
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', account.id)
    .executeTakeFirstOrThrow()
  const of = (kind: string) => {
    const key = came.get(kind)
    if (key === undefined) throw new Error(`The import brought no ${kind}`)
    return key
  }
  return {
    account: String(account.id),
    userName: account.userName,
    article: of('article'),
    coupon: of('coupon'),
    couponCode: `${word}-10`.toUpperCase(),
    line: line.id,
    lineNumber: String(line.number),
    node: of('node'),
    notice: of('notice'),
    package: of('package'),
    ticket: of('ticket'),
  }
}
