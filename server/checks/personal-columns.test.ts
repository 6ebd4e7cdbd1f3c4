import { beforeAll, expect, test } from 'vitest'

import { sample } from '../../test/grid.ts'
import { sealPayout, unsealPayout } from '../domains/accounts/payout-account.ts'
import { collectOwnData } from '../domains/personal-data/own-data/collect-own-data.ts'
import { jobs } from '../jobs.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildReseller } from '../test/build/factories.ts'
import { fillRows, markOf, type Filled } from '../test/build/fill-rows.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'
import { otherTables, personalColumns, reasons, type Agreed } from './personal-columns.ts'

const { db, config } = await makeApp()
const RESELLER = 7001
const [OWN, STRANGER] = [7_713_000_001, 7_713_000_002]
const tableOf = (name: string) => name.split('.')[0]!
const columnOf = (name: string) => name.split('.')[1]!
const tables = [...new Set(personalColumns.map(({ column }) => tableOf(column)))]
const primaryKeys = new Map<string, string[]>()

/** Two users of one reseller, each with one row in every table. */
let own: Filled
let stranger: Filled
/** The user's rows as they are now. */
const current = new Map<string, unknown>()

function givenFor(accountId: number) {
  const part = accountId % 1000
  const payoutId = `77777777-7777-4777-8777-aaaaaaaaa00${part}`
  const payee = { account: `qz-payee-${part}@pay.example`, name: `qz-name-${part}` }
  const now = clock.now()
  const month = now.toISOString().slice(0, 8)
  return {
    'resellers.id': RESELLER,
    reseller_id: RESELLER,
    owner_key: RESELLER,
    'resellers.owner_account_id': null,
    'resellers.owner_reseller_id': null,
    'accounts.id': accountId,
    account_id: accountId,
    'accounts.deleted_at': null,
    'accounts.is_demo': false,
    'accounts.is_deletion_by_staff': false,
    'accounts.delete_after': accountId === OWN ? new Date(now.getTime() - 1000) : null,
    'accounts.inviter_id': accountId === OWN ? STRANGER : null,
    'audit_log.subject': `account:${accountId}`,
    'traffic_hours.hour': now,
    'traffic_days.day': now.toISOString().startsWith(`${month}01`) ? `${month}02` : `${month}01`,
    // Money under way would put the deletion off.
    'payments.state': 'paid',
    'orders.state': 'paid',
    'orders.paid_by': 'reseller',
    'orders.detail': { contact: `qz-contact-${part}` },
    'gift_links.state': 'used',
    'cards.state': 'redeemed',
    'card_batches.expires_at': new Date(now.getTime() + 86_400_000),
    'withdrawals.state': 'paid',
    'withdrawals.id': payoutId,
    'withdrawals.sealed_account': sealPayout(config, payoutId, payee),
    'commissions.invitee_id': STRANGER,
    'ledger_accounts.kind': 'user',
    'ledger_accounts.stripe': 0,
    'ledger_accounts.balance_fen': 0,
    'tickets.merged_into': null,
    'telegram_bindings.staff_id': null,
    'telegram_codes.staff_id': null,
    'merchants.is_sandbox': false,
    'nodes.id': 77_130,
    node_id: 77_130,
    'lines.state': 'active',
    'lines.number': 7_713_100 + part,
    line_number: 7_713_100 + part,
    'ticket_messages.id': 7_713_200 + part,
    message_id: 7_713_200 + part,
  }
}

/** What a column may say instead of what it says. */
const others: Record<string, unknown> = {
  'accounts.inviter_id': null,
  'audit_log.actor': `account:${OWN}`,
  'cards.state': 'unused',
  'cards.redeemed_by': STRANGER,
  'gift_links.state': 'open',
  'orders.paid_by': 'balance',
  'orders.state': 'cancelled',
  'payments.state': 'closed',
  'withdrawals.state': 'rejected',
}

beforeAll(async () => {
  const { rows } = await db.pool.query<{ name: string; columns: string[] }>(
    `select conrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns
       from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'p' and connamespace = 'public'::regnamespace group by 1`,
  )
  for (const { name, columns } of rows) primaryKeys.set(name, columns)
  await buildReseller(db, { id: RESELLER })
  for (const table of ['traffic_hours', 'traffic_days']) {
    const month = `date_trunc('month', $2::timestamptz)::date`
    await db.pool.query(`select traffic_make_partition($1, ${month})`, [table, clock.now()])
  }
  stranger = await fillRows(db, tables, givenFor(STRANGER), 3000)
  // Both have to do with the same package, node, merchant and so on.
  const shared = [...stranger].filter(([name]) => !tables.includes(tableOf(name)))
  own = await fillRows(db, tables, { ...givenFor(OWN), ...Object.fromEntries(shared) })
  for (const [name, value] of own) current.set(name, value)
  await makeOthers()
})

/** More of what the user's rows refer to, so that they can refer to something else. */
async function makeOthers(): Promise<void> {
  const named = {
    package_id: 'packages',
    next_package_id: 'packages',
    node_id: 'nodes',
    notice_id: 'notices',
    merchant_id: 'merchants',
    batch_id: 'card_batches',
  }
  const more = [...new Set([...Object.values(named), 'orders'])]
  const same = [...own].filter(([name]) => !more.includes(tableOf(name)))
  const changed = { reseller_id: RESELLER, owner_key: RESELLER, 'nodes.id': 77_131, 'orders.quote_id': null }
  const spare = await fillRows(db, more, { ...Object.fromEntries(same), ...changed }, 6000)
  for (const { column } of personalColumns) {
    const table = named[columnOf(column) as keyof typeof named]
    if (table) others[column] = spare.get(`${table}.id`)
  }
  await db.kysely.updateTable('accounts').set({ inviterId: OWN }).where('id', '=', STRANGER).execute()
  const payoutId = String(own.get('withdrawals.id'))
  others['withdrawals.sealed_account'] = sealPayout(config, payoutId, { account: 'other@pay.example', name: 'other' })
  // A sale by hand hides the prices of its order.
  await setColumn('hand_sales.order_id', spare.get('orders.id'))
}

/** Sets it in the user's row. */
async function setColumn(name: string, value: unknown): Promise<void> {
  const table = tableOf(name)
  const keys = primaryKeys.get(table)!
  const where = keys.map((key, at) => `${key} = $${at + 2}`).join(' and ')
  await db.pool.query(`alter table ${table} disable trigger user`)
  const row = [value, ...keys.map((key) => current.get(`${table}.${key}`))]
  const { rowCount } = await db.pool.query(`update ${table} set ${columnOf(name)} = $1 where ${where}`, row)
  await db.pool.query(`alter table ${table} enable trigger user`)
  expect([name, rowCount]).toEqual([name, 1])
  current.set(name, value)
}

const exportOwn = async () => {
  const data = await collectOwnData({ db, config, now: clock.now() }, { resellerId: RESELLER, accountId: OWN })
  return JSON.stringify({ ...data, exportedAt: null })
}

function otherValue(column: string): unknown {
  if (column in others) return others[column]
  const value = own.get(column)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (value instanceof Date) return new Date(value.getTime() + 86_400_000)
  return Buffer.isBuffer(value) ? Buffer.from('something else') : `${String(value)}x`
}

/** Whether the file is another one when only this column is. */
async function tellsOf(column: string): Promise<boolean> {
  const before = await exportOwn()
  const value = current.get(column)
  await setColumn(column, otherValue(column))
  const after = await exportOwn()
  await setColumn(column, value)
  return before !== after
}

/** Generated columns repeat others. */
const isFilled = ({ column }: Agreed) => own.get(column) !== undefined && own.get(column) !== null

/** Looks for values in the file; where they are no mark, changes them and looks again. */
async function findWrongInFile(rows: readonly Agreed[]): Promise<string[]> {
  const text = await exportOwn()
  const wrong: string[] = []
  for (const row of rows.filter(isFilled)) {
    const mark = markOf(own.get(row.column))
    const isShown = row.file === 'file' || row.file === 'told'
    if (row.file === 'key') continue
    const isThere = mark === null || row.file === 'told' ? await tellsOf(row.column) : text.includes(mark)
    if (isThere !== isShown)
      wrong.push(`${row.column} is ${row.file}, but the file ${isThere ? 'tells' : 'does not tell'}`)
  }
  return wrong
}

type Row = Record<string, unknown>
/** The user's row of each table. */
async function loadRows(filled: Filled): Promise<Map<string, Row | undefined>> {
  const rows = new Map<string, Row | undefined>()
  for (const table of tables) {
    // Without generated columns.
    const keys = primaryKeys.get(table)!.filter((key) => filled.has(`${table}.${key}`))
    const where = keys.map((key, at) => `${key} = $${at + 1}`).join(' and ')
    const values = keys.map((key) => filled.get(`${table}.${key}`))
    const found = await db.pool.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t where ${where}`, values)
    rows.set(table, found.rows[0]?.row)
  }
  return rows
}
type Rows = Awaited<ReturnType<typeof loadRows>>

function findWrongAfter(agreed: readonly Agreed[], before: Rows, after: Rows): string[] {
  return agreed.filter(isFilled).flatMap(({ column, deletion }) => {
    const [was, is] = [before.get(tableOf(column))!, after.get(tableOf(column))]
    const isSame = is && JSON.stringify(is[columnOf(column)]) === JSON.stringify(was[columnOf(column)])
    const fate = is === undefined ? 'gone' : isSame ? 'kept' : 'cleared'
    const wanted = deletion === 'gone' || deletion === 'cleared' ? deletion : 'kept'
    return fate === wanted ? [] : [`${column} is ${fate}, not ${deletion}`]
  })
}

test('every table and column of the schema has its row, and every row its column', async () => {
  const { rows } = await db.pool.query<{ name: string; column: string }>(
    `select c.table_name as name, c.table_name || '.' || c.column_name as column from information_schema.columns c
       join pg_class p on p.oid = format('public.%I', c.table_name)::regclass and not p.relispartition
      where c.table_schema = 'public' and p.relkind in ('r', 'p')`,
  )
  const impersonal = Object.values(otherTables).flatMap((names) => names.split(/\s+/))
  const known = personalColumns.map(({ column }) => column)
  const inSchema = rows.filter(({ name }) => !impersonal.includes(name)).map(({ column }) => column)
  expect(inSchema.filter((column) => !known.includes(column))).toEqual([])
  expect(known.filter((column) => !inSchema.includes(column))).toEqual([])
  expect(impersonal.filter((name) => !rows.some((row) => row.name === name))).toEqual([])
  expect(new Set([...known, ...impersonal]).size).toBe(known.length + impersonal.length)
  expect(personalColumns.filter(({ file, deletion }) => !(file in reasons) || !(deletion in reasons))).toEqual([])
  const ofAccounts = rows.filter(({ column }) => column.endsWith('.account_id')).map(({ name }) => name)
  expect(ofAccounts.filter((name) => impersonal.includes(name))).toEqual([])
})

test('the file of own data has exactly the columns that were agreed, and nothing of another user', async () => {
  expect(await findWrongInFile(sample(personalColumns))).toEqual([])
  const text = await exportOwn()
  const foreign = [...stranger].flatMap(([name, value]) => (tables.includes(tableOf(name)) ? [markOf(value)] : []))
  const marks = foreign.filter((mark) => mark !== null && /^(?:qz-|77\d{8,})/.test(mark))
  expect(marks.length).toBeGreaterThan(150)
  expect(marks.filter((mark) => text.includes(mark!))).toEqual([])
})

test('notices a column that is agreed otherwise than it is', async () => {
  const say = (column: string, file: Agreed['file']) => ({
    ...personalColumns.find((one) => one.column === column)!,
    file,
  })
  const rows = [say('sessions.address', 'office'), say('mails.params', 'file'), say('pauses.is_undone', 'file')]
  expect((await findWrongInFile(rows)).map((line) => line.split(' ')[0])).toEqual(rows.map(({ column }) => column))
})

// The last one: afterwards the user is gone.
test('deleting the account does with every column what was agreed, and nothing to another user', async () => {
  const before = await loadRows(current)
  const strangers = await loadRows(stranger)
  const unfilled = personalColumns.filter(
    (row) => isFilled(row) && !(columnOf(row.column) in (before.get(tableOf(row.column)) ?? {})),
  )
  expect(unfilled).toEqual([])
  const ctx = { db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }
  await jobs['accounts.delete_due'](ctx, {})
  await jobs['lines.settle'](ctx, { resellerId: RESELLER, accountId: OWN })
  const after = await loadRows(current)
  expect(findWrongAfter(personalColumns, before, after)).toEqual([])
  expect(await loadRows(stranger)).toEqual(strangers)
  const id = String(own.get('withdrawals.id'))
  const { sealedAccount } = await db.kysely
    .selectFrom('withdrawals')
    .select('sealedAccount')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(unsealPayout(config, id, sealedAccount)).toEqual({ account: '', name: null })
  // Nor has another table a copy.
  const everything = await dumpEveryRow(db)
  const lost = personalColumns.filter(({ deletion }) => deletion === 'gone' || deletion === 'cleared')
  const words = lost.map(({ column }) => markOf(own.get(column))).filter((mark) => mark?.startsWith('qz-'))
  expect(words.length).toBeGreaterThan(60)
  expect(words.filter((word) => everything.includes(word!))).toEqual([])
  const kept = { ...personalColumns.find(({ column }) => column === 'accounts.email')!, deletion: 'proof' } as const
  expect(findWrongAfter([kept], before, after)).toEqual(['accounts.email is cleared, not proof'])
})
