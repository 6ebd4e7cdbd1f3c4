import { printable } from '../../../platform/text/printable.ts'
import { reportLines, yuan } from '../report/lines.ts'
import { nextLines } from './next-steps.ts'
import type { ImportReport } from './run-import.ts'
import type { Undone } from './undo-import.ts'

/** The report of the file, what was done with it and, unless all was rolled back, what comes next. */
export function importLines(report: ImportReport, isDryRun = false): string[] {
  const next = isDryRun ? [] : nextLines(report)
  return [...reportLines(report.source).slice(0, -1), ...runLines(report), ...next]
}

export function undoLines({ importId, users, entries, nodes, packages, left }: Undone): string[] {
  const what = `${users} users, ${packages} packages and ${nodes} nodes are gone, ${entries} entries reversed`
  const stay = left === 0 ? [] : [`${left} users spent something in that moment: they stay, with what they have.`]
  return [`Import ${importId} is undone: ${what}.`, ...stay]
}

/** What a run did, for a person. */
function runLines({ importId, isFirst, brought, source }: ImportReport): string[] {
  const b = brought
  const fen = (amount: number) => yuan(BigInt(amount))
  return [
    `Import ${importId}, ${isFirst ? 'first run' : 'another run'}:`,
    `  packages   ${b.packages} new, ${b.packagesChanged} changed there since${kept(b.plansLeft)}`,
    `  nodes      ${b.nodes} new, ${b.nodesChanged} changed there since`,
    `  lines      ${b.lines} new, ${b.tokens} old subscription addresses, ${b.nodeKeys} nodes that old agents can ask for`,
    ...(b.nodeKeys === 0 && source.counts.nodes > 0 ? [NO_AGENTS] : []),
    `  users      ${b.users} new, ${b.usersChanged} with another password, ${b.blocksChanged} blocked or let in again, ${b.namesTakenHere} with a name that somebody here had${gone(b.goneUsers)}`,
    `  plans      ${b.services} running or over, ${b.servicesChanged} changed, ${b.servicesLeft} left: they have bought here since`,
    `  money      ${b.entries} entries, ${b.entriesRefused} refused: spent here already`,
    `  coupons    ${b.coupons} new, ${b.couponsChanged} changed there since${taken(b.couponsTakenHere)}`,
    `  gift codes ${b.gifts} new card keys, ${fen(b.giftsFen)} that the reseller owes for them; ${b.giftsChanged} changed there since, ${b.giftsEnded} used there since and void here${taken(b.giftsTakenHere)}${twice(b.giftsTwice)}`,
    `  texts      ${b.notices} notices and ${b.articles} articles new, ${b.textsChanged} changed there since${kept(b.textsLeft)}`,
    `  tickets    ${b.tickets} new, ${b.ticketsChanged} went on there since${kept(b.ticketsLeft)}`,
    `  balances   ${fen(b.balanceFen)} booked of ${yuan(source.sums.balanceBookedFen)} to be booked`,
    `  commission ${fen(b.commissionFen)} booked of ${yuan(source.sums.commissionBookedFen)} to be booked`,
    `  wholesale  ${fen(b.borneFen)} for time and traffic sold before: the platform bears it`,
    ...(b.nodesLeft.length === 0 ? [] : ['', 'Not here, or not as it is there:']),
    ...b.nodesLeft.map((left) => `  ${printable(left)}`),
  ]
}

const NO_AGENTS =
  '             agents of the old panel are let in once its server_token is given: --server-token-file, or the field in the console'

const kept = (count: number) => (count === 0 ? '' : `, ${count} left as somebody made them here`)
const gone = (count: number) => (count === 0 ? '' : `, ${count} no longer in the file and left as they are`)

const taken = (count: number) => (count === 0 ? '' : `, ${count} left out: another one here has the code`)
const twice = (count: number) => (count === 0 ? '' : `; ${count} used there AND here: look at these users`)
