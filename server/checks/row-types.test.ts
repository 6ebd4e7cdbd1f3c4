import path from 'node:path'
import { expect, test } from 'vitest'

import { withClient } from '../platform/postgres/connection.ts'
import { createTestDatabase } from '../test/run/database.ts'
import { compareRow } from './row-types/compare.ts'
import { findStatements, type Property, type Statement } from './row-types/find-statements.ts'

const root = path.join(import.meta.dirname, '../..')
const database = await createTestDatabase()
const { statements, composed } = findStatements(
  root,
  (file) => file.startsWith('server/') && !file.endsWith('.test.ts') && !file.startsWith('server/test/'),
)
/** A type without properties belongs to a statement whose rows nobody reads. */
const typed = statements.filter(({ row }) => row.length > 0)

/** Columns that may be null in their table but not in these rows, with the reason. */
const NEVER_NULL: Record<string, string> = {
  'accounts.deletion_mark.deleteAfter': 'the statement sets it',
  'bulk.done_at.doneAt': 'bulk_items_check: what is done has its time',
  'jobs.locked_by.lockedBy': 'the condition compares it',
  'ledger.strays.accountId': 'ledger_accounts_owner',
  'ledger.strays.resellerId': 'ledger_accounts_owner',
  'ledger.unclaimed.accountId': 'ledger_accounts_owner',
  'ledger.unclaimed.resellerId': 'ledger_accounts_owner',
  'monitor.events.id': 'the condition compares it',
  'moves.reasons.reason': 'line_move_items_check: what was skipped has a reason',
  'notices.ending_packages.expiresAt': 'the condition compares it',
  'orders.best_seller.packageId': 'the join compares it',
  'orders.renewal_now.expiresAt': 'the condition compares it',
  'orders.renewals.expiresAt': 'the condition compares it',
  'orders.without_receipt.settledAt': 'the condition compares it',
  'payments.without_receipt.paidAt': 'the condition compares it',
  'orders.renewers.expiresAt': 'the condition compares it',
  'own_data.cards.lastFour': 'cards_check4: a card that somebody has shows its end',
  'packages.bank.expiresAt': 'the condition compares it',
  'packages.note_ended.expiresAt': 'the condition compares it',
  'resellers.owner.resellerId': 'resellers_check: null only together with owner_account_id',
  'webhooks.failed.failingSince': 'the statement sets it',
}

const MEANT = [
  // Nobody reads what the call answers.
  /^nodes\.bump\.pgNotify: the type does not have it$/,
  // `partOfRow` reads these.
  /^(orders\.purchase|packages\.buyable)\.\w+: the type does not have it$/,
  // Looser than the statement, which always answers with it; null stands for a database without the column.
  /^migrate\.applied\.suits: undefined \| string, but it is string$/,
]

/** Their text is known only at run time. Shorten this list rather than adding to it. */
const COMPOSED = [
  'server/domains/console/user/history-queries.ts',
  'server/domains/lines/node-calls/queries.ts',
  'server/domains/payments/queries.ts',
  'server/domains/subscriptions/piece-store.ts',
  'server/mode-mark.ts',
  'server/mode-mark.ts',
  'server/platform/db/db.ts',
  'server/platform/db/db.ts',
  'server/platform/db/db.ts',
  'server/platform/jobs/retention.ts',
  'server/platform/outbox/queries.ts',
  'server/platform/secrets/sealed-rows.ts',
  'server/platform/secrets/sealed-rows.ts',
]

const compareAll = (given: readonly Statement[]) =>
  withClient(database.connection, async (client) => {
    const wrong: string[] = []
    for (const statement of given) wrong.push(...(await compareRow(client, statement)))
    return wrong
  })

test('every row type says what PostgreSQL describes', async () => {
  expect(typed.length).toBeGreaterThan(380)
  const wrong = (await compareAll(typed)).filter((one) => !MEANT.some((pattern) => pattern.test(one)))
  const excused = Object.keys(NEVER_NULL).map((column) => `${column}: may be null`)
  expect(wrong.filter((one) => !excused.includes(one))).toEqual([])
  expect(excused.filter((one) => !wrong.includes(one))).toEqual([])
})

test('no further statement escapes the comparison', () => {
  expect(composed.map(({ file }) => file).toSorted()).toEqual(COMPOSED)
})

const of = (name: string, kind: string, isNullable = false): Property => ({ name, kinds: [kind], isNullable })

test.each<[string, string, Property[], string[]]>([
  ['a right type', 'select id, user_name from accounts', [of('id', 'number'), of('userName', 'string')], []],
  ['another kind', 'select id from accounts', [of('id', 'string')], ['id: string, but it is number']],
  [
    'a count as numeric',
    'select sum(id) as ids from accounts',
    [of('ids', 'number')],
    ['ids: number, but it is string'],
  ],
  ['no column', 'select id from accounts', [of('id', 'number'), of('ids', 'number')], ['ids: there is no such column']],
  ['an untold column', 'select id, email from accounts', [of('id', 'number')], ['email: the type does not have it']],
  ['a null', 'select email from accounts', [of('email', 'string')], ['email: may be null']],
  ['a null that is told', 'select email from accounts', [of('email', 'string', true)], []],
  ['a null that is left out', 'select email from accounts where email is not null', [of('email', 'string')], []],
  [
    'a null by an outer join',
    'select p.name from orders o left join packages p on p.id = o.package_id',
    [of('name', 'string')],
    ['name: may be null'],
  ],
  [
    'a date in JSON',
    `select '{}'::jsonb as body`,
    [of('body', 'object with dates')],
    ['body: object with dates, but it is json'],
  ],
  [
    'a missing value',
    'select id from accounts',
    [{ name: 'id', kinds: ['number', 'undefined'], isNullable: false }],
    ['id: number | undefined, but it is number'],
  ],
])('judges %s', async (_, text, row, wrong) => {
  expect(await compareAll([{ file: '', name: 'x', text, row }])).toEqual(wrong.map((one) => `x.${one}`))
})

test('reads a type through aliases and a text through its parts', () => {
  const { row, text } = typed.find(({ name }) => name === 'ledger.sight')!
  expect(row).toContainEqual({ name: 'checkedCount', kinds: ['number'], isNullable: true })
  expect(text).toContain('left join ledger_marks')
  const inserted = typed.find(({ name }) => name === 'orders.insert')!
  expect(inserted.text).toContain(
    'insert into orders (id, holds_stock, detail, state, paid_by, settled_at, reseller_id',
  )
})
