import { isAtLeast } from '../server/platform/release.ts'
import { lastRelease, type LastRelease } from './last-release.ts'

/** What a migration may not do to a table in use, and how to do it instead. */
export type Broken = { statement: string; rule: string }

/** The last migration of the first release: nobody had rows before it. Later files are checked. */
const FIRST_RELEASE = 39
const ALLOWED = /^\s*-- allowed: \S.{9,}$/m
const SUITS = /^-- suits: (\d+\.\d+\.\d+)$/m
/** Written before a removal: names the first release that no longer uses the removed thing. */
const UNUSED_SINCE = /^\s*-- unused since: (\d+\.\d+\.\d+)$/m
const OUTSIDE = '-- outside a transaction'
/** Comments, function bodies and texts: what stands in them ends no statement and begins no text. */
const NOT_SQL = /--.*$|\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'/gm

/** No reason permits this: it needs a release in between. */
const TAKEN_AWAY =
  'the release before still uses it: stop using it first, take it away a release later (-- unused since: the release that stopped)'

type Last = Pick<LastRelease, 'version' | 'migration'>
type Statement = { plain: string; isAllowed: boolean; unusedSince: string | null }

type Rule = {
  /** Tested against the statement in lower case, on one line, without comments, texts and function bodies. */
  matches: RegExp
  /** Statements matching this are exempt. */
  unless?: RegExp
  says: string
}

/** Rules for tables that the file has not created itself. */
const TABLE_RULES: readonly Rule[] = [
  {
    matches: /\badd (column )?(if not exists )?(?!constraint\b)\w+ [^,]*\bnot null\b/,
    unless: /\bdefault\b/,
    says: 'a new column is null or has a default: rows are there already',
  },
  {
    matches: /\badd .*\bdefault [^,]*\b(random|gen_random_uuid|clock_timestamp|nextval|timeofday)\b/,
    says: 'a default that differs by row rewrites the whole table: add the column, and fill it by a job',
  },
  {
    matches: /\badd .*\b(generated (always|by default) as)\b/,
    says: 'a computed or counted column rewrites the whole table: make a new table, or fill a plain one by a job',
  },
  {
    matches: /\badd column [^,]*\b(references|check|unique|primary key)\b/,
    says: 'a rule on a new column reads the whole table: add the column, then the rule as a constraint, not valid',
  },
  {
    matches: /\balter (column )?\w+ (set data )?type\b/,
    says: 'another type rewrites the whole table: use a new column',
  },
  {
    matches: /\bset not null\b/,
    says: 'not null reads the whole table: first a check, not valid, and in a later file validate it; then it is quick, and allowed with a reason',
  },
  {
    matches: /\badd (constraint \w+ )?(check|foreign key)\b/,
    unless: /\bnot valid\b/,
    says: 'a check or foreign key reads the whole table: add it not valid, and validate it in a later file',
  },
  {
    matches: /\badd (check|foreign key)\b/,
    says: 'a rule that is validated later needs a name: add constraint',
  },
  {
    matches: /\badd (constraint \w+ )?(unique|primary key|exclude)\b/,
    unless: /\busing index\b/,
    says: 'a unique key builds an index under lock: build it concurrently in a file before, then add it using index',
  },
  {
    matches: /\bdrop (column\b|(?!constraint\b|default\b|not null\b|expression\b|identity\b)\w+)|\brename\b/,
    says: TAKEN_AWAY,
  },
  {
    matches: /\bdrop constraint\b/,
    says: 'the release before may rely on it: say why it does not, or take it away a release later',
  },
  {
    matches: /\bset (un)?logged\b|\bset tablespace\b/,
    says: 'it rewrites the whole table',
  },
]

/** One change of a table's rules, to where the next begins. */
const CONSTRAINT_CHANGE =
  /\b(add|validate|drop) constraint (?:if exists )?(\w+)(?:(?!\b(?:add|validate|drop) constraint\b).)*/g

const RULES: readonly Rule[] = [
  {
    matches: /^(drop table|drop view|drop function|drop type|drop schema|drop sequence)\b/,
    says: TAKEN_AWAY,
  },
  {
    matches: /^(lock|cluster|vacuum|truncate|reindex|refresh materialized view)\b/,
    says: 'it keeps everybody out while it works',
  },
]

/** Statements of a migration that would make others wait for long, or break the previous release. */
export function findBroken(name: string, text: string, last: Last = lastRelease): Broken[] {
  const number = Number(name.slice(0, 4))
  if (number <= FIRST_RELEASE) return []
  const isNew = number > last.migration
  const made = new Set<string>()
  const statements = splitStatements(text)
  const isOutside = text.startsWith(OUTSIDE)
  const validates = statements.some(({ plain }) => /\bvalidate constraint\b/.test(plain))
  const broken = statements.flatMap((statement): Broken[] => {
    const { plain } = statement
    const table = /^create (?:unlogged )?table (?:if not exists )?([\w".]+)/.exec(plain)?.[1]
    if (table) made.add(table)
    const says = isOutside ? judgeOutside(plain, statements) : judge(plain, made, validates)
    return says === null || isLetThrough(says, statement, isNew ? last : null) ? [] : [told(plain, says)]
  })
  return isNew ? [...judgeSuits(text, statements, last), ...broken] : broken
}

const told = (plain: string, rule: string): Broken => ({ statement: plain.slice(0, 100), rule })

function isLetThrough(says: string, { isAllowed, unusedSince }: Statement, last: Last | null): boolean {
  if (says !== TAKEN_AWAY || !last) return isAllowed
  return unusedSince !== null && isAtLeast(last.version, unusedSince)
}

/** Checks the way back: an operator who installed this release can start the previous one on the new schema. */
function judgeSuits(text: string, statements: readonly Statement[], { version }: Last): Broken[] {
  const suits = SUITS.exec(text)?.[1]
  const [first = ''] = text.split('\n')
  if (!suits) return [told(first, `a line names the oldest release that runs on this schema: -- suits: ${version}`)]
  if (!isAtLeast(version, suits))
    return [told(first, `the last release, ${version}, must run on it, or nobody can go back`)]
  const usedBefore = statements.find(({ unusedSince }) => unusedSince !== null && !isAtLeast(suits, unusedSince))
  if (!usedBefore) return []
  return [told(usedBefore.plain, `${suits} still uses it: the file suits ${usedBefore.unusedSince} and newer`)]
}

function judge(plain: string, made: ReadonlySet<string>, validates: boolean): string | null {
  const index = /^create (?:unique )?index (?:if not exists )?(?:\w+ )?on (?:only )?([\w".]+)/.exec(plain)
  if (index)
    return made.has(index[1]!) ? null : `an index is built concurrently, in a file of its own that begins: ${OUTSIDE}`
  if (/\bconcurrently\b/.test(plain)) return `concurrently needs a file of its own that begins: ${OUTSIDE}`
  const rows = /^(?:with .*)?\b(?:update|delete from) (?:only )?([\w".]+)/.exec(plain)
  if (rows) return made.has(rows[1]!) ? null : 'rows stay locked until all are done: change them in batches, by a job'
  const altered = /^alter table (?:if exists )?(?:only )?([\w".]+) (.*)$/.exec(plain)
  if (!altered) return firstBroken(RULES, plain)
  if (made.has(altered[1]!)) return null
  if (validates && /\bnot valid\b/.test(altered[2]!))
    return 'a rule is validated in a later file: here its lock lasts while rows are read'
  return firstBroken(TABLE_RULES, altered[2]!)
}

/**
 * Rules that a release added not valid, and that no file has validated or dropped since. The first file after a release
 * validates what it left.
 */
export function findUnvalidated(files: readonly { name: string; text: string }[], last: Last = lastRelease): string[] {
  const open = new Set<string>()
  for (const { name, text } of files) {
    const isReleased = Number(name.slice(0, 4)) <= last.migration
    for (const { plain } of splitStatements(text)) {
      const [, table, changes = ''] = /^alter table (?:if exists )?(?:only )?([\w".]+) (.*)$/.exec(plain) ?? []
      for (const [change, verb, rule] of changes.matchAll(CONSTRAINT_CHANGE)) {
        if (verb !== 'add') open.delete(`${table}.${rule}`)
        else if (isReleased && /\bnot valid\b/.test(change)) open.add(`${table}.${rule}`)
      }
    }
  }
  return [...open]
}

function firstBroken(rules: readonly Rule[], plain: string): string | null {
  return rules.find(({ matches, unless }) => matches.test(plain) && !unless?.test(plain))?.says ?? null
}

function judgeOutside(plain: string, all: readonly { plain: string }[]): string | null {
  if (/^drop index concurrently if exists \w+$/.test(plain)) return null
  const name = /^create (?:unique )?index concurrently (\w+) on /.exec(plain)?.[1]
  if (!name || name === 'if')
    return 'outside a transaction there is only: drop index concurrently if exists, create index concurrently'
  const isRepeatable = all.some((other) => other.plain === `drop index concurrently if exists ${name}`)
  return isRepeatable
    ? null
    : `begin with: drop index concurrently if exists ${name}. One that was cut off is left behind`
}

function splitStatements(text: string): Statement[] {
  const bodiless = text.replaceAll(NOT_SQL, (found) => (found.startsWith('--') ? found.replaceAll(/[;']/g, ' ') : "''"))
  return bodiless.split(';').flatMap((statement) => {
    const plain = statement.replaceAll(/--.*$/gm, ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    const unusedSince = UNUSED_SINCE.exec(statement)?.[1] ?? null
    return plain === '' ? [] : [{ plain, isAllowed: ALLOWED.test(statement), unusedSince }]
  })
}
