import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { CsvFile } from './list.ts'

const Fen = Type.Integer()

const BookCheck = Type.Object({
  checkedAt: Instant,
  problems: Type.Integer(),
  /** The first few problems as text. */
  firstProblems: Type.Array(Type.String()),
  transactions: Type.Integer(),
  tookMs: Type.Integer(),
})
export type BookCheck = Static<typeof BookCheck>

const Month = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })
const MonthWish = Strict({ month: Type.Optional(Month) })

const PlatformStatement = Type.Object({
  month: Month,
  /** The months to choose from, newest first. */
  months: Type.Array(Month),
  from: Instant,
  until: Instant,
  isFinal: Type.Boolean(),
  /** Money into and out of the platform's merchants and bank account, by kind of transaction. */
  bank: Type.Object({
    openingFen: Fen,
    closingFen: Fen,
    kinds: Type.Array(Type.Object({ kind: Type.String(), inFen: Fen, outFen: Fen })),
  }),
  revenue: Type.Object({
    openingFen: Fen,
    closingFen: Fen,
    kinds: Type.Array(Type.Object({ kind: Type.String(), amountFen: Fen })),
  }),
})
export type PlatformStatement = Static<typeof PlatformStatement>

const read = { access: 'staff', scope: 'platform' } as const

export const books = {
  list: route('GET /api/console/books/list', {
    ...read,
    permission: 'books.run',
    summary: 'The latest checks of the books, and the latest that found something',
    input: Nothing,
    output: Type.Object({
      rows: Type.Array(BookCheck),
      lastTrouble: Nullable(BookCheck),
      /** True while a requested check has not ended. */
      isRunning: Type.Boolean(),
    }),
  }),
  run: route('POST /api/console/books/run', {
    access: 'staff',
    permission: 'books.run',
    scope: 'platform',
    summary: 'Check every invariant of the books now, in the background',
    input: Nothing,
    output: Done,
  }),
  statement: route('GET /api/console/books/statement', {
    ...read,
    permission: 'money.read',
    summary: 'A business month of the platform: money in and out, and what was earned, by kind',
    input: MonthWish,
    output: PlatformStatement,
  }),
  exportStatement: route('GET /api/console/books/export-statement', {
    ...read,
    permission: 'money.read',
    summary: "The platform's statement as CSV",
    input: MonthWish,
    output: CsvFile,
  }),
}
