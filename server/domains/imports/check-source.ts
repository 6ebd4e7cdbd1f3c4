import { StartError } from '../../platform/start-error.ts'
import { recognise, type Panel } from './panels/recognise.ts'
import { wanted } from './panels/tables.ts'
import type { Kind, ReadSource } from './reader/read-file.ts'
import { readSource, type Place } from './reader/read-source.ts'
import type { Source } from './reader/source.ts'
import { RowChecks } from './report/check-rows.ts'
import type { Finding, Findings } from './report/findings.ts'
import type { Outcomes } from './report/list-outcomes.ts'
import { countThings, sumThings, type Counts, type Sums } from './report/totals.ts'

export type SourceReport = {
  panel: Panel
  file: { kind: Kind; bytes: number; madeBy: string | null; charset: string }
  counts: Counts
  sums: Sums
  passwords: Record<string, number>
  findings: readonly Finding[]
  /** Every node, group of users and plan. */
  outcomes: Outcomes
  /** Tables that were passed over, with their rows where the file says how many. */
  passedOver: Record<string, number>
  remarks: readonly string[]
}

/** Statements that every dump has beside its rows. */
const USUAL = ['drop', 'create', 'alter', 'lock', 'unlock', 'start', 'begin', 'commit', 'analyze', 'flush', 'end']

/**
 * The dry run of a move: reads a file of another panel, or its database, and says what is in it, what does not fit, and what becomes of it.
 * Changes nothing, and needs no database.
 */
export async function checkSource(ctx: { now: Date }, place: Place): Promise<SourceReport> {
  const checks = new RowChecks(ctx.now)
  const read = await readSource(place, { wanted, onRow: (row) => checks.take(row) })
  return reportOn(read, checks)
}

/** For a source that was read already. */
export function reportOn({ source, kind, bytes, remarks }: ReadSource, checks: RowChecks): SourceReport {
  if (source.isPostgres) {
    throw new StartError(
      'This is a dump of PostgreSQL, which is not read: copy its tables into a MySQL, MariaDB or SQLite database, and give that one.',
      'postgres',
    )
  }
  const panel = recognise(source.tables, checks.lastMigration)
  if (!panel) {
    const end = source.isCut ? ' It ends in the middle: make it again.' : ''
    const prefix = prefixOf(source)
    if (prefix !== null) {
      throw new StartError(
        `Its tables begin with ${prefix}: bring a dump in which they do not (sed 's/\`${prefix}v2_/\`v2_/g').`,
        'prefixed',
      )
    }
    throw new StartError(`No table v2_user in this source: it is not of V2Board, its fork or Xboard.${end}`, 'noPanel')
  }
  checks.finish()
  nameTroubles(source, checks.findings)
  return {
    panel,
    file: { kind, bytes, madeBy: source.madeBy, charset: source.charset },
    counts: countThings(checks),
    sums: sumThings(checks),
    passwords: Object.fromEntries(checks.users.passwords),
    findings: checks.findings.list(),
    outcomes: checks.outcomes.list(),
    passedOver: passedOver(source),
    remarks,
  }
}

/** What an installation has put before the names of all its tables. */
function prefixOf({ tables }: Source): string | null {
  return [...tables.keys()].map((table) => /^(\w+)v2_user$/.exec(table)?.[1]).find(Boolean) ?? null
}

function nameTroubles(source: Source, findings: Findings): void {
  findings.addMany('rowsOdd', source.oddRows)
  findings.addMany('badlyEncoded', source.badlyEncoded)
  findings.addMany('utf8AsLatin1', source.utf8AsLatin1)
  findings.addMany('doubleEncoded', source.doubleEncoded)
  findings.addMany('charsetUnknown', source.unknownCharsets.size, [...source.unknownCharsets])
  findings.addMany('columnsUnknown', source.namelessTables.size, [...source.namelessTables])
  findings.addMany('statementsOdd', source.oddStatements)
  for (const [word, count] of source.otherStatements) {
    if (!USUAL.includes(word)) findings.addMany('statementsOther', count, [word.toUpperCase()])
  }
  findings.addMany('databases', source.otherDatabases.size, [...source.otherDatabases])
  if (source.isCut) findings.addMany('cut', 1)
}

function passedOver(source: Source): Record<string, number> {
  const unread = [...source.tables].filter(([table, { rows, isRead }]) => !isRead && rows > 0 && !wanted.wants(table))
  return Object.fromEntries(unread.map(([table, { rows }]) => [table, rows]))
}
