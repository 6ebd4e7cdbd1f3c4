import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { lastRelease } from './last-release.ts'
import { findBroken, findUnvalidated } from './migration-rules.ts'
import { root } from './step.ts'

const folder = path.join(root, 'server/migrations')
const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))

test.each(files)('%s makes nobody wait and works with the previous release', (name) => {
  expect(findBroken(name, readFileSync(path.join(folder, name), 'utf8'))).toEqual([])
})

test('what a release added not valid is validated by the next', () => {
  const texts = files.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
  expect(findUnvalidated(texts)).toEqual([])
})

test('the last release has its fixture', () => {
  const fixtures = readdirSync(path.join(folder, 'fixtures'))
  expect(fixtures.map((name) => Number(name.slice(0, 4)))).toContain(lastRelease.migration)
})

const refused: [text: string, says: string][] = [
  ['create index a on accounts (email);', 'built concurrently'],
  ['create unique index on accounts (email);', 'built concurrently'],
  ['create index concurrently a on accounts (email);', 'file of its own'],
  ['alter table accounts add column a integer not null;', 'null or has a default'],
  ['alter table accounts add column a uuid default gen_random_uuid();', 'differs by row'],
  ['alter table accounts add a text generated always as (lower(email)) stored;', 'computed or counted'],
  ['alter table accounts add column a integer references nodes;', 'rule on a new column'],
  ['alter table accounts\n  add column a text check (a <> $$x;y$$);', 'rule on a new column'],
  ['alter table accounts alter column email type varchar(9);', 'another type'],
  ['alter table accounts alter email set not null;', 'not null reads'],
  ["alter table accounts add constraint c check (email <> ';');", 'add it not valid'],
  ['ALTER TABLE accounts ADD FOREIGN KEY (a) REFERENCES nodes (id);', 'add it not valid'],
  [
    'alter table accounts add constraint c check (a) not valid; alter table accounts validate constraint c;',
    'later file',
  ],
  ['alter table accounts add check (a > 0) not valid;', 'needs a name'],
  ['alter table accounts add constraint c unique (email);', 'using index'],
  ['alter table accounts drop column email;', 'a release later'],
  ['alter table accounts rename column email to mail;', 'a release later'],
  ['drop table accounts;', 'a release later'],
  ["update accounts set language = 'en';", 'in batches'],
  ['delete from accounts where id = 1;', 'in batches'],
  ['lock table accounts;', 'everybody out'],
  ["-- the user's own; nobody else's\nupdate accounts set id = 1;\n-- it's done", 'in batches'],
  ['-- allowed: no\nupdate accounts set id = 1;', 'in batches'],
  ['-- outside a transaction\ncreate index concurrently a on accounts (email);', 'drop index concurrently if exists a'],
  ['-- outside a transaction\ncreate table a (id integer);', 'there is only'],
]
/** Adds the line that every new file needs. */
const suiting = (text: string) => {
  const [, outside = '', rest = ''] = /^(-- outside a transaction\n)?([^]*)$/.exec(text) ?? []
  return `${outside}-- suits: ${lastRelease.version}\n${rest}`
}
test.each(refused)('refused: %s', (text, says) => {
  expect(findBroken('9000-next.sql', suiting(text))).toMatchObject([{ rule: expect.stringContaining(says) }])
})

test.each([
  'create table a (id integer primary key references accounts); create index on a (id); alter table a add check (id > 0);',
  "alter table accounts add column a text; alter table accounts add column b text not null default 'x';",
  "alter table accounts add constraint c check (a in ('x')) not valid;",
  'alter table accounts add constraint c check (a is not null) not valid;',
  'alter table accounts validate constraint c;',
  'alter table accounts add constraint c unique using index a;',
  'create function f() returns void language sql as $$ update accounts set id = 1; drop table accounts $$;',
  "insert into watch_rounds (name) values ('update accounts; lock');",
  '-- allowed: three rows at most\nupdate watch_rounds set since = now();',
  '-- outside a transaction\ndrop index concurrently if exists a;\ncreate unique index concurrently a on accounts (email);',
  '-- allowed: the next statement adds a wider one\nalter table accounts drop constraint c;',
])('allowed: %s', (text) => {
  expect(findBroken('9000-next.sql', suiting(text))).toEqual([])
})

/** As if 0.5.0 were in development: operators can return to 0.4.0. */
const before = { version: '0.4.0', migration: 80 }
const judged = (text: string, name = '0081-next.sql') => findBroken(name, text, before).map(({ rule }) => rule)
const ADD = 'alter table accounts add column a text;'
const DROP = 'alter table accounts drop column a;'

test('each file after the last release says that this release runs on its schema', () => {
  expect(judged(`-- suits: 0.4.0\n${ADD}`)).toEqual([])
  expect(judged(`-- suits: 0.3.0\n${ADD}`)).toEqual([])
  expect(judged(ADD)).toEqual([expect.stringContaining('-- suits: 0.4.0')])
  expect(judged(`-- suits: 0.5.0\n${ADD}`)).toEqual([
    expect.stringContaining('the last release, 0.4.0, must run on it'),
  ])
  expect(judged(ADD, '0080-last.sql')).toEqual([])
})

test.each([DROP, 'alter table accounts rename column a to b;', 'alter table accounts drop a;', 'drop table accounts;'])(
  'removing something waits for a release, whatever the reason: %s',
  (text) => {
    const after = (line: string) => judged(`-- suits: 0.4.0\n${line}\n${text}`)
    expect(after('-- unused since: 0.4.0')).toEqual([])
    expect(after('')).toEqual([expect.stringContaining('a release later')])
    expect(after('-- allowed: nobody needs it any more')).toEqual([expect.stringContaining('a release later')])
    expect(after('-- unused since: 0.5.0')).toContainEqual(expect.stringContaining('a release later'))
  },
)

test('a file that removes something does not suit a release that used it', () => {
  expect(judged(`-- suits: 0.3.0\n-- unused since: 0.4.0\n${DROP}`)).toEqual([
    '0.3.0 still uses it: the file suits 0.4.0 and newer',
  ])
})

const added = (rule: string) => `alter table accounts add constraint ${rule} check (a > 0) not valid;`
test.each([
  ['of the last release, and still not valid', '0080-last.sql', added('c'), ['accounts.c']],
  ['of the last release, another one is validated', '0080-last.sql', added('d'), ['accounts.d']],
  ['of the last release, validated since', '0080-last.sql', added('a'), []],
  ['of the last release, one of two validated', '0080-last.sql', `${added('a')} ${added('c')}`, ['accounts.c']],
  ['of the last release, dropped since', '0080-last.sql', added('b'), []],
  ['of this release', '0081-next.sql', added('c'), []],
])('a rule that is not valid: %s', (_, name, text, expected) => {
  const since = 'alter table accounts validate constraint a, drop constraint if exists b;'
  expect(
    findUnvalidated(
      [
        { name, text },
        { name: '0082-since.sql', text: since },
      ],
      before,
    ),
  ).toEqual(expected)
})
