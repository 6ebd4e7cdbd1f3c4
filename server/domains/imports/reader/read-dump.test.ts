import { expect, test } from 'vitest'

import { readDump, VALUE_MAX_BYTES } from './read-file.ts'
import type { Row } from './row.ts'
import { Source, type Wanted } from './source.ts'

const wanted: Wanted = { wants: (table) => table === 'v2_user', wantsColumn: (_table, column) => column !== 'blob' }
const TABLE = 'create table v2_user (`a` varchar(9), `b` text, `blob` longblob, PRIMARY KEY (`a`), KEY `b` (`b`));\n'

type Seen = [a: string | null, b: string | null, isDamaged: boolean]
const see = (row: Row): Seen => [row.text('a'), row.text('b'), row.damaged.size > 0]

async function read(content: string | Buffer | Iterable<Buffer>, size = 1 << 20) {
  const rows: Seen[] = []
  const source = new Source((row) => rows.push(see(row)))
  const whole = typeof content === 'string' ? Buffer.from(content) : content
  await readDump(Buffer.isBuffer(whole) ? cut(whole, size) : whole, source, wanted)
  return { source, rows }
}

function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test.each([
  ["'plain'", 'plain'],
  [String.raw`'\0\b\n\r\t\Z\\\'\"'`, '\0\b\n\r\t\u001A\\\'"'],
  [String.raw`'50\% of\_it, \q'`, String.raw`50\% of\_it, q`],
  ["'it''s'", "it's"],
  [String.raw`"say ""it\""`, 'say "it"'],
  ["'two' \n 'parts'", 'twoparts'],
  ['NULL', null],
  ['null', null],
  ['-12.50', '-12.50'],
  ['1e-5', '1e-5'],
  ['18446744073709551615', '18446744073709551615'],
  ['TRUE', '1'],
  ['0xE9B1BC', '鱼'],
  ["x'E9B1BC'", '鱼'],
  ["b'101'", '5'],
  ['0b101', '5'],
  ["_binary 'bytes'", 'bytes'],
  ["_utf8mb4'鱼' COLLATE utf8mb4_bin", '鱼'],
  ['_utf8mb4 0xE9B1BC', '鱼'],
  ["N'national'", 'national'],
  ["'-- no comment /* nor this */ # nor this; (,)'", '-- no comment /* nor this */ # nor this; (,)'],
  ["/* a comment */ 'x' -- another\n", 'x'],
  ["/*!50000 'conditional' */", 'conditional'],
  ["/*!999999 'never' */ 'x'", 'x'],
  [String.raw`replace(replace('a\nb\rc','\n',char(10)),'\r',char(13))`.replaceAll('\\', '\\\\'), 'a\nb\rc'],
  [String.raw`unistr('a\u000ab\\')`.replaceAll('\\', '\\\\'), 'a\nb\\'],
])('reads %s as the server does, wherever the pieces of the file end', async (literal, value) => {
  for (const size of [1, 2, 3, 7, 1000]) {
    const { rows, source } = await read(
      `${TABLE}INSERT INTO \`v2_user\` VALUES (${literal},'after',''),(1,'next',NULL);`,
      size,
    )
    expect(rows).toEqual([
      [value, 'after', false],
      ['1', 'next', false],
    ])
    expect(source.isCut).toBe(false)
  }
})

test.each([
  'now()',
  '1+1',
  "concat('a','b')",
  'DEFAULT',
  "x'4'",
  "b'2'",
  '@variable',
  "replace('a','b')",
  // SQLite never writes these: they would fill the memory, or be no sign.
  "replace('aaaa','a','bbbb')",
  "replace('a','','b')",
  "char('1.5')",
  "char('-1')",
  "char('')",
  '(select 1)',
])('%s is no literal: the row is damaged, the next one is not', async (literal) => {
  const { rows } = await read(`${TABLE}INSERT INTO v2_user VALUES (${literal},'b',1),('x','y',1);`)
  expect(rows).toEqual([
    [null, 'b', true],
    ['x', 'y', false],
  ])
})

test('columns come from the list of the statement, else from the table of the dump itself', async () => {
  const { rows } = await read(
    `${TABLE}INSERT INTO \`some\`.\`v2_user\` (\`b\`, \`a\`) VALUES ('b1','a1');REPLACE INTO v2_user (a) VALUE ('a2');` +
      "INSERT IGNORE INTO v2_user VALUES ('a3','b3',0x00) ON DUPLICATE KEY UPDATE a = VALUES(a);INSERT INTO v2_user VALUES ('short');",
  )
  expect(rows.map(([a, b]) => [a, b])).toEqual([
    ['a1', 'b1'],
    ['a2', null],
    ['a3', 'b3'],
  ])
  const { source } = await read("INSERT INTO v2_user VALUES ('x');INSERT INTO v2_log VALUES ('y'),('z');")
  expect([...source.namelessTables]).toEqual(['v2_user'])
  expect(source.tables.get('v2_log')?.rows).toBe(2)
})

test('a name in quotes is one name, whatever its signs', async () => {
  const table =
    'create table `v2_user` (`key` uuid, `a` text, `x``y` int, `check` geometry, `b` text, unique key `a` (`a`));\n'
  const { rows, source } = await read(
    `${table}INSERT INTO \`v2_user\` VALUES ('k','a1',1,'c','b1');INSERT INTO v2_user (\`x\`\`y\`, \`a\`) VALUES (1,'a2');` +
      "INSERT INTO `old.v2_user` VALUES ('no');INSERT INTO `x``v2_user` VALUES ('no');INSERT INTO `table` VALUES (1);",
    3,
  )
  expect(source.tables.get('v2_user')?.columns).toEqual(['key', 'a', 'x`y', 'check', 'b'])
  expect(rows.map(([a, b]) => [a, b])).toEqual([
    ['a1', 'b1'],
    ['a2', null],
  ])
  expect([source.oddRows, source.oddStatements]).toEqual([0, 0])
  expect([...source.tables.keys()]).toEqual(['v2_user', 'old.v2_user', 'x`v2_user', 'table'])
})

test('rows behind something that nobody understands are not lost in silence', async () => {
  const { rows, source } = await read(
    `${TABLE}INSERT INTO v2_user VALUES ('a','b',1)x('c','d',1);INSERT INTO v2_user VALUES ROW('e','f',1);` +
      `INSERT INTO v2_user (a VALUES ('c'),${"('g','h',1),".repeat(60)}('i','j',1);`,
  )
  expect([rows.length, source.oddStatements]).toEqual([1, 3])
})

test('a statement that ends in the middle of a row, of its names or of a definition is counted', async () => {
  const { rows, source } = await read(
    `${TABLE}INSERT INTO v2_user VALUES ('a','b',1),('c';INSERT INTO v2_user (a;CREATE TABLE x (a int;`,
  )
  expect([rows.length, source.oddStatements, source.isCut]).toEqual([1, 3, false])
})

test('a row with more or fewer values than columns is counted and left out', async () => {
  const { rows, source } = await read(`${TABLE}INSERT INTO v2_user VALUES ('a'),('a','b','c','d'),('a','b','c');`)
  expect([rows.length, source.oddRows]).toEqual([1, 2])
})

test.each([
  ['latin1', Buffer.from([0xe9, 0x80]), 'é€'],
  ['gbk', Buffer.from([0xd3, 0xe3, 0xc1, 0x5c]), '鱼羂'],
  ['big5', Buffer.from([0xb3, 0x5c]), '許'],
  ['cp932', Buffer.from([0x83, 0x5c, 0xb1]), 'ソｱ'],
])(
  'a file in %s is read by its declared encoding, also where half a sign is a backslash',
  async (name, bytes, text) => {
    const begin = Buffer.from(`SET NAMES ${name};${TABLE}INSERT INTO v2_user VALUES ('`)
    const whole = Buffer.concat([begin, bytes, Buffer.from("','b',1);")])
    for (const size of [1, 4096]) expect((await read(whole, size)).rows).toEqual([[text, 'b', false]])
  },
)

test('a definition in UTF-8 between rows in GBK, as mysqldump writes it, is read by its own encoding', async () => {
  const dump = Buffer.concat([
    Buffer.from('SET NAMES gbk;SET @saved = @@character_set_client;SET character_set_client = utf8mb4;'),
    Buffer.from(String.raw`create table v2_user (a text comment '鱼\\', b text);SET character_set_client = @saved;`),
    Buffer.from("INSERT INTO v2_user VALUES ('"),
    Buffer.from([0xc1, 0x5c]),
    Buffer.from("','b');"),
  ])
  const { rows, source } = await read(dump)
  expect(rows).toEqual([['羂', 'b', false]])
  expect([source.isCut, source.charset]).toEqual([false, 'gbk'])
})

test('texts that are not in the declared encoding, and encodings that we cannot read, are named', async () => {
  const wrong = Buffer.concat([
    Buffer.from(`${TABLE}INSERT INTO v2_user VALUES ('`),
    Buffer.from([0xd3, 0xe3]),
    Buffer.from("','b',1);"),
  ])
  expect((await read(wrong)).source.badlyEncoded).toBe(1)
  expect([...(await read('SET NAMES utf32;')).source.unknownCharsets]).toEqual(['utf32'])
})

test('a backslash is a sign like others where the server says so, and in SQLite', async () => {
  for (const begin of ["SET SQL_MODE='ANSI_QUOTES,NO_BACKSLASH_ESCAPES';", 'PRAGMA foreign_keys=OFF;']) {
    const { rows } = await read(String.raw`${begin}${TABLE}INSERT INTO "v2_user" VALUES('a\','it''s\n',1);`)
    expect(rows).toEqual([['a\\', String.raw`it's\n`, false]])
  }
})

test('the mode that is set counts, also where the same statement keeps the old one', async () => {
  const { rows } = await read(
    String.raw`SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_BACKSLASH_ESCAPES';${TABLE}INSERT INTO v2_user VALUES('a\','b',1);` +
      String.raw`SET @saved = @@sql_mode;INSERT INTO v2_user VALUES('c\','d',1);`,
  )
  expect(rows.map(([a]) => a)).toEqual(['a\\', 'c\\'])
})

test('what routines and triggers do is no row', async () => {
  const body = "BEGIN INSERT INTO v2_user VALUES ('no','no',1); SET @x = ';;'; -- it's ;;\n END"
  const { rows, source } = await read(
    `${TABLE}DELIMITER ;;\n/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`%\`*/ /*!50003 TRIGGER t AFTER INSERT ON x FOR EACH ROW ${body} */;;\n` +
      `CREATE PROCEDURE p() ${body} ;;\nDELIMITER ;\nINSERT INTO v2_user VALUES ('yes','yes',1);`,
    5,
  )
  expect(rows).toEqual([['yes', 'yes', false]])
  expect(source.isCut).toBe(false)
})

test('other SQL is never run and only counted by its kind', async () => {
  const { rows, source } = await read(
    `${TABLE}UPDATE v2_user SET a = ';';DELETE FROM v2_user;LOAD DATA INFILE '/etc/passwd' INTO TABLE v2_user;` +
      "INSERT INTO v2_user SELECT * FROM x;INSERT INTO v2_user SET a = 'x';DROP TABLE v2_user;",
  )
  expect(rows).toEqual([])
  expect(Object.fromEntries(source.otherStatements)).toEqual({ update: 1, delete: 1, load: 1, drop: 1 })
  expect(source.oddStatements).toBe(2)
})

test('of a file with two panels, the first is read and the other named', async () => {
  const one = (name: string) => `USE \`${name}\`;${TABLE}INSERT INTO v2_user VALUES ('${name}','b',1);`
  const { rows, source } = await read(one('first') + one('second'))
  expect(rows.map(([a]) => a)).toEqual(['first'])
  expect([...source.otherDatabases]).toEqual(['second'])
})

test('of two panels whose tables are named with their databases, the first is read', async () => {
  const one = (name: string) => TABLE.replace('v2_user', `${name}.v2_user`)
  const rowOf = (name: string) => `INSERT INTO ${name} VALUES ('${name}','b',1);`
  const { rows, source } = await read(
    `${one('`first`')}${rowOf('first.v2_user')}${rowOf('v2_user')}${one('second')}${rowOf('`second`.`v2_user`')}`,
  )
  expect(rows.map(([a]) => a)).toEqual(['first.v2_user', 'v2_user'])
  expect([...source.otherDatabases]).toEqual(['second'])
})

test.each([
  ['in a string', "INSERT INTO v2_user VALUES ('a"],
  ['after a row', "INSERT INTO v2_user VALUES ('a','b',1)"],
  ['between rows', "INSERT INTO v2_user VALUES ('a','b',1),"],
  ['in a comment', '/* never'],
  ['in a name', 'INSERT INTO `v2_'],
  ['in a table', 'CREATE TABLE x (a int,'],
  ['in a routine', 'DELIMITER ;;\nCREATE TRIGGER t AFTER INSERT ON x FOR EACH ROW BEGIN SET @a = 1;\n'],
  ['before its transaction does', "START TRANSACTION;INSERT INTO v2_user VALUES ('a','b',1);"],
])('a file that ends %s is cut', async (_where, end) => {
  expect((await read(TABLE + end)).source.isCut).toBe(true)
})

test('a dump whose last line says that it is complete is cut without that line', async () => {
  expect((await read(`-- MySQL dump 10.13\n${TABLE}`)).source.isCut).toBe(true)
  const whole = `-- MySQL dump 10.13\n${TABLE}-- Dump completed on 2026\n`
  expect((await read(whole)).source.isCut).toBe(false)
  expect((await read(`${whole}-- MySQL dump 10.13\n${TABLE}`)).source.isCut).toBe(true)
  expect((await read(`-- Adminer 5.4.1 MySQL 8 dump\n${TABLE}`)).source.isCut).toBe(true)
  expect((await read(`-- Adminer 5.4.1 MySQL 8 dump\n${TABLE}-- 2026-11-18 09:00:00 UTC\n`)).source.isCut).toBe(false)
  expect((await read(`BEGIN TRANSACTION;${TABLE}COMMIT;`)).source.isCut).toBe(false)
})

test('neither a line nor a value without end is kept in memory', async () => {
  const piece = Buffer.alloc(1 << 20, 'ab\\n')
  const pieces = (VALUE_MAX_BYTES / piece.length) * 5
  function* dump(): Generator<Buffer> {
    yield Buffer.from(`${TABLE}INSERT INTO v2_log VALUES ('`)
    for (let done = 0; done < pieces; done++) yield piece
    yield Buffer.from("');INSERT INTO v2_user VALUES ('unwanted','column','")
    for (let done = 0; done < pieces; done++) yield piece
    yield Buffer.from("'),('wanted','")
    for (let done = 0; done < pieces; done++) yield piece
    yield Buffer.from("',0x")
    for (let done = 0; done < pieces; done++) yield Buffer.alloc(1 << 20, 'ab')
    yield Buffer.from("),('last','one',1);")
  }
  const before = process.memoryUsage().arrayBuffers
  const { rows } = await read(dump())
  expect(rows).toEqual([
    ['unwanted', 'column', false],
    ['wanted', null, true],
    ['last', 'one', false],
  ])
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(VALUE_MAX_BYTES * 8)
})

test('neither long texts in a definition nor many in one value are kept in memory', async () => {
  const long = Buffer.alloc(1 << 20, 'x')
  function* dump(): Generator<Buffer> {
    yield Buffer.from('CREATE TABLE other (a int')
    for (let done = 0; done < 40; done++) yield* [Buffer.from(" COMMENT '"), long, Buffer.from("'")]
    yield Buffer.from(`);${TABLE}INSERT INTO v2_user VALUES (`)
    for (let done = 0; done < 30; done++) yield* [Buffer.from(" '"), long, Buffer.from("'")]
    yield Buffer.from(",'b',1);")
  }
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  let most = 0
  const rows: Seen[] = []
  const source = new Source((row) => {
    most = process.memoryUsage().heapUsed
    rows.push(see(row))
  })
  await readDump(dump(), source, wanted)
  expect(rows).toEqual([[null, 'b', true]])
  expect(most - before).toBeLessThan(VALUE_MAX_BYTES * 6)
})

test('digits without end cost no more than their length', async () => {
  const { rows } = await read(`${TABLE}INSERT INTO v2_user VALUES (${'1'.repeat(3_000_000)} x,'b',1);`)
  expect(rows).toEqual([[null, 'b', true]])
})
