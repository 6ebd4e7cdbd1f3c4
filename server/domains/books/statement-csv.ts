import type { Language } from '../../../contract/languages.ts'
import { plainYuan, writeCsv } from '../../platform/text/csv.ts'
import type { Statement } from './load-statement.ts'
import { type StatementPart, statementWords } from './statement-words.ts'

/** One printed row of a statement: its part, name and amount. */
export type StatementRow = { part: StatementPart; name: string; fen: number }

/** Uses the order of the printed sheet. `own` adds up from opening to closing, `sales` to what the sales brought. */
export function statementRows({ openingFen, closingFen, kinds, sales, beside }: Statement): StatementRow[] {
  const own = [
    { name: 'opening', fen: openingFen },
    ...kinds.map(({ kind, amountFen }) => ({ name: kind, fen: amountFen })),
    { name: 'closing', fen: closingFen },
  ]
  const split = [
    { name: 'price', fen: sales.priceFen },
    { name: 'liability_settled', fen: 0 - sales.liabilitySettledFen },
    { name: 'wholesale', fen: 0 - sales.wholesaleFen },
    { name: 'commission', fen: 0 - sales.commissionFen },
  ]
  const others = Object.entries(beside).flatMap(([kind, span]) => [
    { name: `${kind}.opening`, fen: span.openingFen },
    { name: `${kind}.change`, fen: span.changeFen },
    { name: `${kind}.closing`, fen: span.closingFen },
  ])
  return [
    ...own.map((row) => ({ part: 'own' as const, ...row })),
    ...split.map((row) => ({ part: 'sales' as const, ...row })),
    ...others.map((row) => ({ part: 'beside' as const, ...row })),
  ]
}

export function statementCsv(statement: Statement, language: Language): string {
  const { heads, parts, names } = statementWords[language]
  const lines = statementRows(statement).map(({ part, name, fen }) => [
    parts[part],
    nameOf(names, name),
    plainYuan(fen),
  ])
  return writeCsv([heads, ...lines])
}

function nameOf(names: Record<string, string>, name: string): string {
  return name
    .split('.')
    .map((word) => names[word] ?? word)
    .join(' · ')
}
