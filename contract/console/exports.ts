import Type, { type Static } from 'typebox'

import { Instant, Nothing, Nullable, RowId } from '../fields.ts'
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
  list: route({
    ...base,
    method: 'GET',
    path: '/api/console/exports/list',
    summary: 'Files of everything the reseller owns, the newest first',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(ExportRow) }),
    errors: [],
  }),
  make: route({
    ...base,
    method: 'POST',
    stepUp: true,
    path: '/api/console/exports/make',
    summary:
      'Write users, orders, payments, ledger and cards into files, by a job; while one is written this is the same one',
    input: Type.Object({ format: Type.Enum([...exportFormats]) }, { additionalProperties: false }),
    output: Type.Object({ exportId: Type.Integer() }),
    errors: ['staff.step_up'],
  }),
  download: route({
    ...base,
    method: 'POST',
    stepUp: true,
    path: '/api/console/exports/download',
    summary: 'One of the files',
    input: Type.Object({ exportId: RowId, file: Type.Enum([...exportFiles]) }, { additionalProperties: false }),
    output: FileAnswer,
    errors: ['object.unknown', 'staff.step_up'],
  }),
}
