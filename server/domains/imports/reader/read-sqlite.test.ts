import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

import { atFileEnd } from '../../../test/run/endings.ts'
import { readFile } from './read-file.ts'
import type { Wanted } from './source.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-read-sqlite-'))
atFileEnd(() => rmSync(folder, { recursive: true, force: true }))
const wanted: Wanted = { wants: (table) => table === 'v2_user', wantsColumn: () => true }
let files = 0

function make(sql: string): string {
  files++
  const file = path.join(folder, `${files}.sqlite`)
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
  return file
}

async function read(file: string) {
  const rows: [id: string | null, email: string | null][] = []
  const { source } = await readFile(file, {
    wanted,
    onRow: (row) => rows.push([row.text('id'), row.text('email')]),
  })
  return { source, rows }
}

const TABLE = 'create table v2_user (id int, email text)'

test.each(['UTF-8', 'UTF-16le', 'UTF-16be'])('a file in %s is read as what it says', async (encoding) => {
  const { rows, source } = await read(
    make(`pragma encoding = '${encoding}'; ${TABLE}; insert into v2_user values
      (1, '鱼😀'), (2, 'a' || char(0) || 'b'), (3, x'e9b1bc'), (9223372036854775807, null), (5, '')`),
  )
  expect(rows).toEqual([
    ['1', '鱼😀'],
    ['2', 'a\0b'],
    ['3', '鱼'],
    ['9223372036854775807', null],
    ['5', ''],
  ])
  expect(source.badlyEncoded).toBe(0)
})

test('a text that is not in the encoding of the file is named', async () => {
  const { source } = await read(make(`${TABLE}; insert into v2_user values (1, cast(x'd3e3' as text)), (2, 'b')`))
  expect(source.badlyEncoded).toBe(1)
})

test('neither a view nor a table that a program makes up is read', async () => {
  const view = await read(
    make('create table x (id int); insert into x values (1); create view v2_user as select * from x'),
  )
  const made = await read(
    make("create virtual table v2_user using fts5(id, email); insert into v2_user values (1, 'a')"),
  )
  expect([view.rows, made.rows]).toEqual([[], []])
  expect([view.source.tables.has('v2_user'), made.source.tables.has('v2_user')]).toEqual([false, false])
})

/** A tree whose every branch leads to the same next one, twelve times: more rows than anybody could read. */
function withoutEnd(file: string, pageBytes: number): Buffer {
  const bytes = readFileSync(file)
  const page = (number: number) => bytes.subarray((number - 1) * pageBytes, number * pageBytes)
  const root = Buffer.from(page(2))
  const cells = root.readUInt16BE(3)
  expect([root[0], cells > 20]).toEqual([5, true])
  const leaf = root.readUInt32BE(8)
  const middles = Array.from({ length: 12 }, (_, at) => root.readUInt32BE(root.readUInt16BE(12 + 2 * at)))
  const chain = [2, ...middles.filter((number) => number !== leaf)]
  chain.forEach((number, at) => {
    const next = chain[at + 1] ?? leaf
    const branch = Buffer.from(root)
    branch.writeUInt32BE(next, 8)
    for (let cell = 0; cell < cells; cell++) branch.writeUInt32BE(next, branch.readUInt16BE(12 + 2 * cell))
    branch.copy(page(number))
  })
  return bytes
}

test('a file whose pages lead to one another without end is refused by a sentence', async () => {
  const file = make(
    `pragma page_size = 512; ${TABLE}; with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200) insert into v2_user select i, 'a' || i from n`,
  )
  writeFileSync(file, withoutEnd(file, 512))
  await expect(read(file)).rejects.toThrow(/^SQLite cannot read this file: it has more rows than it has room for\.$/)
})
