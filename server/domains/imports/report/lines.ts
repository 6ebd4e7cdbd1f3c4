import { printable } from '../../../platform/text/printable.ts'
import type { SourceReport } from '../check-source.ts'
import type { Finding } from './findings.ts'
import type { Outcome } from './outcomes.ts'

/** The report for a person, as lines. Names that others chose are made harmless for a terminal. */
export function reportLines(report: SourceReport): string[] {
  const { panel, file, findings, outcomes, remarks } = report
  const looks = findings.filter(({ needsLook }) => needsLook)
  const rules = findings.filter(({ needsLook }) => !needsLook)
  const made = [file.madeBy, KINDS[file.kind], `${(file.bytes / 1_000_000).toFixed(1)} MB`, file.charset]
  return [
    `${panel.name}, ${panel.version} (${made.filter(Boolean).join(', ')})`,
    ...remarks,
    '',
    ...columns(countRows(report)),
    '',
    'Sums, to the cent as in the source:',
    ...columns(sumRows(report)),
    ...part('Somebody must look at this first:', looks.map(findingLine)),
    ...part('What does not fit, and what becomes of it:', rules.map(findingLine)),
    ...part('Nodes:', outcomes.nodes.map(outcomeLine)),
    ...part('Groups of users:', outcomes.groups.map(outcomeLine)),
    ...part('Plans:', outcomes.plans.map(outcomeLine)),
    ...passedLines(report),
    '',
    looks.length === 0 ? 'Nothing was changed. Everything has a place or a rule.' : 'Nothing was changed.',
  ].map(printable)
}

const KINDS = { dump: 'SQL', gzip: 'SQL in gzip', sqlite: 'SQLite', live: 'live' }

type Line = [name: string, figure: string, note?: string]

function countRows({ counts, passwords }: SourceReport): Line[] {
  const kinds = Object.entries(passwords).map(([kind, users]) => `${kind} ${users}`)
  const waiting = `${counts.ticketsOpen} open, ${counts.ticketsWaiting} wait for an answer`
  return [
    ['users', String(counts.users), `${counts.usersWithPlan} with a plan, ${counts.usersBlocked} blocked`],
    ['passwords', String(counts.users), kinds.join(', ')],
    ['inviters', String(counts.usersWithInviter)],
    ['automatic renewals', String(counts.usersRenewing)],
    ['plans', String(counts.plans), `${counts.prices} prices`],
    ['nodes', String(counts.nodes)],
    ['coupons', String(counts.coupons), `${counts.couponsTaken} can be taken`],
    ['gift codes', String(counts.giftCodes), `${counts.giftCodesTaken} can be taken`],
    ['invite codes', String(counts.inviteCodes)],
    ['notices', String(counts.notices)],
    ['articles', String(counts.articles)],
    ['tickets', String(counts.tickets), `${waiting}, ${counts.withdrawalsOpen} ask for a withdrawal`],
    ['orders', String(counts.orders), 'history, which is not booked'],
  ]
}

function sumRows({ sums }: SourceReport): Line[] {
  return [
    ['balances', yuan(sums.balanceFen), `${yuan(sums.balanceBookedFen)} would be booked`],
    ['commission', yuan(sums.commissionFen), `${yuan(sums.commissionBookedFen)} would be booked`],
    ['commission, not confirmed', yuan(sums.commissionPendingFen)],
    ['open orders, to pay', yuan(sums.openOrdersFen)],
    ['open orders, from balance', yuan(sums.openOrdersFromBalanceFen)],
    ['gift codes', yuan(sums.giftCodesFen)],
    ['traffic given, bytes', String(sums.quotaBytes)],
    ['traffic used, bytes', String(sums.usedBytes)],
  ]
}

/** Cents of any size as yuan: 1250 is 12.50. */
export function yuan(fen: bigint): string {
  const digits = String(fen < 0n ? -fen : fen).padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function columns(rows: readonly Line[]): string[] {
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows.map(([name, figure, note = '']) =>
    `  ${name.padEnd(widths[0]!)}  ${figure.padStart(widths[1]!)}  ${note}`.trimEnd(),
  )
}

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

export function outcomeLine({ key, name, becomes, why }: Outcome): string {
  const says = { comes: 'comes', comesWithout: 'comes without', left: 'does not come:' }[becomes]
  return `  ${[key, name].filter(Boolean).join(' ')}: ${says}${why.length === 0 ? '' : ` ${why.join('; ')}`}`
}

function findingLine({ count, says, becomes, sumFen, examples }: Finding): string {
  const sum = sumFen === null ? '' : `, ${yuan(sumFen)} together`
  const such = examples.length === 0 ? '' : ` (${examples.join(', ')}${count > examples.length ? ', …' : ''})`
  return `  ${count} ${says}${sum}${such}: ${becomes}.`
}

function passedLines({ passedOver }: SourceReport): string[] {
  const tables = Object.entries(passedOver).map(([table, rows]) => `${table} ${rows}`)
  return tables.length === 0 ? [] : ['', `Passed over, rows each: ${tables.join(', ')}.`]
}
