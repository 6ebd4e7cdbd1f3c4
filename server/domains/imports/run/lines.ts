import { printable } from '../../../platform/text/printable.ts'
import { reportLines, yuan } from '../report/lines.ts'
import type { ImportReport } from './run-import.ts'
import type { Undone } from './undo-import.ts'

/** The report of the file, and what was done with it. */
export function importLines(report: ImportReport): string[] {
  return [...reportLines(report.source).slice(0, -1), ...runLines(report)]
}

export function undoLine({ importId, users, entries, nodes, packages }: Undone): string {
  const what = `${users} users, ${packages} packages and ${nodes} nodes are gone, ${entries} entries reversed`
  return `Import ${importId} is undone: ${what}.`
}

/** What a run did, for a person. */
function runLines({ importId, isFirst, brought, source }: ImportReport): string[] {
  const b = brought
  const fen = (amount: number) => yuan(BigInt(amount))
  return [
    `Import ${importId}, ${isFirst ? 'first run' : 'another run'}:`,
    `  packages   ${b.packages} new${b.plansLeft > 0 ? `, ${b.plansLeft} changed at the source and left as they are here` : ''}`,
    `  nodes      ${b.nodes} new, ${b.nodesLeft.length} left: ${b.nodesLeft.length === 0 ? 'none' : 'see below'}`,
    `  lines      ${b.lines} new, ${b.tokens} old subscription addresses, ${b.nodeKeys} nodes that old agents can ask for`,
    `  users      ${b.users} new, ${b.usersChanged} with another password, ${b.blocksChanged} blocked or let in again, ${b.namesTakenHere} with a name that somebody here had${gone(b.goneUsers)}`,
    `  plans      ${b.services} running or over, ${b.servicesChanged} changed, ${b.servicesLeft} left: they have bought here since`,
    `  money      ${b.entries} entries, ${b.entriesRefused} refused: spent here already`,
    `  coupons    ${b.coupons} new`,
    `  texts      ${b.notices} notices and ${b.articles} articles new`,
    `  tickets    ${b.tickets} new, ${b.ticketsLeft} went on there since and are left as they are`,
    `  balances   ${fen(b.balanceFen)} booked of ${yuan(source.sums.balanceBookedFen)} to be booked`,
    `  commission ${fen(b.commissionFen)} booked of ${yuan(source.sums.commissionBookedFen)} to be booked`,
    `  wholesale  ${fen(b.borneFen)} for time and traffic sold before: the platform bears it`,
    ...(b.nodesLeft.length === 0 ? [] : ['', 'Nodes that are not here, or not as they are there:']),
    ...b.nodesLeft.map((left) => `  ${printable(left)}`),
  ]
}

const gone = (count: number) => (count === 0 ? '' : `, ${count} no longer in the file and left as they are`)

/** To the cent: what the file says is what the books have. */
export function isEven({ source, brought }: ImportReport): boolean {
  return (
    source.sums.balanceBookedFen === BigInt(brought.balanceFen) &&
    source.sums.commissionBookedFen === BigInt(brought.commissionFen)
  )
}
