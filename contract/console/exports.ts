import Type, { type Static } from 'typebox'

import { Instant, Nothing, Nullable, RowId, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { FileAnswer } from './list.ts'

export const exportFormats = ['csv', 'jsonl'] as const
/** What is in it: a file each. */
export const exportFiles = ['users', 'orders', 'payments', 'ledger', 'cards'] as const
export type ExportFile = (typeof exportFiles)[number]

const ExportRow = Type.Object({
  exportId: Type.Integer(),
  format: Type.Enum([...exportFormats]),
  state: Type.Enum(['waiting', 'done', 'failed']),
  askedBy: Type.String(),
  askedAt: Instant,
  endedAt: Nullable(Instant),
  /** Until then it can be fetched. */
  keptUntil: Nullable(Instant),
  files: Type.Array(Type.Object({ file: Type.Enum([...exportFiles]), rows: Type.Integer(), bytes: Type.Integer() })),
})
export type ExportRow = Static<typeof ExportRow>

const base = { access: 'staff', permission: 'exports.make' } as const

export const exportCalls = {
  list: route('GET /api/console/exports/list', {
    ...base,
    summary: 'Files of everything the reseller owns, the newest first',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(ExportRow) }),
  }),
  make: route('POST /api/console/exports/make', {
    ...base,
    stepUp: true,
    summary:
      'Write users, orders, payments, ledger and cards into files, by a job; while one is written this is the same one',
    input: Strict({ format: Type.Enum([...exportFormats]) }),
    output: Type.Object({ exportId: Type.Integer() }),
    errors: ['staff.step_up'],
  }),
  download: route('POST /api/console/exports/download', {
    ...base,
    stepUp: true,
    summary: 'One of the files',
    input: Strict({ exportId: RowId, file: Type.Enum([...exportFiles]) }),
    output: FileAnswer,
    errors: ['object.unknown', 'staff.step_up'],
  }),
}
