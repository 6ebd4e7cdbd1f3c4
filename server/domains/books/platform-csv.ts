import type { Language } from '../../../contract/languages.ts'
import { plainYuan, writeCsv } from '../../platform/text/csv.ts'
import type { PlatformStatement } from './platform-statement.ts'
import { platformWords, statementWords } from './statement-words.ts'

/** Uses the order of the printed sheet: the bank account with money in and out, then revenue. */
export function platformCsv(
  { bank, revenue }: Pick<PlatformStatement, 'bank' | 'revenue'>,
  language: Language,
): { text: string; rows: number } {
  const { heads, names } = statementWords[language]
  const parts = platformWords[language]
  const nameOf = (kind: string) => (names as Record<string, string>)[kind] ?? kind
  const line = (part: string, name: string, fen: number) => [part, name, plainYuan(fen)]
  const lines = [
    line(parts.bank, names.opening, bank.openingFen),
    ...bank.kinds.flatMap(({ kind, inFen, outFen }) => [
      ...(inFen === 0 ? [] : [line(parts.bank, `${nameOf(kind)} · ${parts.in}`, inFen)]),
      ...(outFen === 0 ? [] : [line(parts.bank, `${nameOf(kind)} · ${parts.out}`, 0 - outFen)]),
    ]),
    line(parts.bank, names.closing, bank.closingFen),
    line(parts.revenue, names.opening, revenue.openingFen),
    ...revenue.kinds.map(({ kind, amountFen }) => line(parts.revenue, nameOf(kind), amountFen)),
    line(parts.revenue, names.closing, revenue.closingFen),
  ]
  return { text: writeCsv([heads, ...lines]), rows: lines.length }
}
