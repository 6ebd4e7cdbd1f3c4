import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { rows } from '../../lint-zones.ts'
import { retentionRules } from '../retention.ts'
import { exceptions, tools } from './table-exceptions.ts'
import { functionOwners, tableOwners } from './table-owners.ts'
import { findFunctionUses, findUses, readSchema, type Use } from './table-uses.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const schema = readSchema(read('server/migrations/schema.sql'))
const ownerOf = new Map(Object.entries(tableOwners).flatMap(([owner, names]) => names.map((name) => [name, owner])))

/** Tests, the sandbox's demo and tools build their own data: they may write any table. */
const FREE = /\.(test|spec)\.tsx?$|^(server\/(test|sandbox)|scripts|bench|e2e|test)\//
const FOLDERS = ['agent', 'cashier', 'console', 'contract', 'portal', 'server', 'ui']
const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules/') && !FREE.test(file)),
)
const uses = [
  ...files.flatMap((file) => findUses(schema, file, read(file))),
  ...[...schema.functions.keys()].flatMap((name) => findFunctionUses(schema, name)),
]

/** A domain, `platform`, or null for the rest, which is above all domains and owns no table. */
function userOf(where: string): string | null {
  if (where.endsWith('()')) return functionOwners[where.slice(0, -2)] ?? null
  if (where.startsWith('server/platform/')) return 'platform'
  return /^server\/domains\/([^/]+)\//.exec(where)?.[1] ?? null
}

function rowOf(domain: string | null): number {
  if (domain === null) return rows.length
  return domain === 'platform' ? -1 : rows.findIndex((row) => row.includes(domain))
}

function isAgainstTheRule({ where, kind, table }: Use): boolean {
  if (!/^server\/|\(\)$/.test(where) || table === '*') return true
  const user = userOf(where)
  const owner = (kind === 'call' ? functionOwners[table] : ownerOf.get(table)) ?? null
  if (user === owner) return false
  return kind !== 'read' || rowOf(owner) >= rowOf(user)
}

function isExcepted({ where, kind, table }: Use): boolean {
  if (where in tools) return true
  const lists = exceptions.filter(({ by }) => by === where).map((one) => (kind === 'read' ? one.reads : one.writes))
  return lists.some((list) => list?.includes(table))
}

const say = ({ where, kind, table }: Use) => `${where}: ${kind} ${table}`
const judge = (given: readonly Use[]) => given.filter((use) => isAgainstTheRule(use) && !isExcepted(use)).map(say)

test('every table and every function of the schema has one owner', () => {
  const named = Object.values(tableOwners).flat()
  expect(named.toSorted()).toEqual([...schema.tables].toSorted())
  expect(Object.keys(functionOwners).toSorted()).toEqual([...schema.functions.keys()].toSorted())
  const owners = new Set([...Object.keys(tableOwners), ...Object.values(functionOwners)])
  expect([...owners].filter((owner) => !['platform', ...rows.flat()].includes(owner))).toEqual([])
})

test('only the owner writes a table, and nobody reads one of the same layer or above', () => {
  expect(new Set(uses.map(({ where }) => where)).size).toBeGreaterThan(70)
  expect(judge(uses)).toEqual([])
})

test('a domain forgets only rows of its own tables', () => {
  const named = Object.entries(retentionRules).flatMap(([domain, rules]) =>
    rules.flatMap((rule) => ('table' in rule ? [`${domain} ${rule.table}`] : [])),
  )
  expect(named.length).toBeGreaterThan(30)
  const owned = new Set(
    Object.entries(tableOwners).flatMap(([domain, tables]) => tables.map((table) => `${domain} ${table}`)),
  )
  expect(named.filter((one) => !owned.has(one))).toEqual([])
})

test('no exception is unused', () => {
  const needed = new Set(
    uses.filter(isAgainstTheRule).map(({ where, kind, table }) => `${where} ${kind === 'read'} ${table}`),
  )
  const listed = exceptions.flatMap(({ by, writes = [], reads = [] }) => [
    ...writes.map((table) => `${by} false ${table}`),
    ...reads.map((table) => `${by} true ${table}`),
  ])
  expect(listed.filter((one) => !needed.has(one))).toEqual([])
  const computed = new Set(uses.filter(({ table }) => table === '*').map(({ where }) => where))
  expect(Object.keys(tools).filter((where) => !computed.has(where))).toEqual([])
})

test.each([
  ['server/domains/orders', 'db.query({ text: `update subscriptions s set used_bytes = 0 where s.account_id = $1` })'],
  ['server/domains/orders', `db.kysely.updateTable('subscriptions').set({ usedBytes: 0 })`],
  ['server/domains/orders', `db.kysely.deleteFrom(table)`],
  ['server/domains/cards', 'db.query(`insert into ${name} (id) values (1)`)'],
  ['server/domains/cards', `db.query('delete from orders where id = $1')`],
  ['server/domains/cards', `db.query('with o as (update orders set state = $1 returning id) select id from o')`],
  ['server/domains/orders', `db.query('select ledger_post($1)')`],
  ['server/domains/subscriptions', `db.query('select 1 from packages p left join lines l on true')`],
  ['server/domains/subscriptions', `db.query('select 1 from packages p, lines l')`],
  ['server/domains/subscriptions', `db.kysely.selectFrom('packages as p').innerJoin('traffic_hours as t', 'a', 'b')`],
  ['server/domains/cards', 'const hidden = `exists (select from payments p)`'],
  ['server/platform', `db.query('select id from accounts')`],
  ['server/cli', `db.query('update nodes set name = $1')`],
  ['agent', `db.query('select id from nodes')`],
])('in %s this is refused: %s', (folder, source) => {
  expect(judge(findUses(schema, `${folder}/planted.ts`, source))).toHaveLength(1)
})

test.each([
  ['server/domains/subscriptions', `db.query('update subscriptions set used_bytes = 0')`],
  ['server/domains/orders', `db.query('select 1 from orders o join subscriptions s on true')`],
  ['server/domains/orders', `// update accounts set name\nconst text = 'Taken from lines and accounts'`],
  ['server/cli', `db.kysely.selectFrom('trafficHours').select('hour')`],
])('in %s this is fine: %s', (folder, source) => {
  expect(judge(findUses(schema, `${folder}/planted.ts`, source))).toEqual([])
})
