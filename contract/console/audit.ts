import Type from 'typebox'

import { Instant, Nullable, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { CsvFile, listInput, listOutput } from './list.ts'

const Words = Nullable(Type.Record(Type.String(), Type.Unknown()))
const filters = {
  /** For example `staff:3` or `operator:root`. */
  actor: Type.Optional(Type.String({ maxLength: 100 })),
  /** A whole action, or the area before its dot. */
  action: Type.Optional(Type.String({ maxLength: 60 })),
  /** For example `account:12`. */
  subject: Type.Optional(Type.String({ maxLength: 100 })),
  /** Only changes, or only looks at personal data. */
  only: Type.Optional(Type.Enum(['changes', 'looks'])),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}

/** Who did or viewed what, with values before and after. Covers one reseller, or all resellers for platform staff. */
export const audit = {
  list: route('GET /api/console/audit/list', {
    access: 'staff',
    permission: 'audit.read',
    scope: 'any',
    summary: 'What was done and looked at',
    input: listInput(['at'], filters),
    output: listOutput(
      Type.Object({
        id: Type.Integer(),
        at: Instant,
        resellerId: Nullable(Type.Integer()),
        actor: Type.String(),
        /** Name of the member or user who acted; null for others. */
        actorName: Nullable(Type.String()),
        action: Type.String(),
        subject: Nullable(Type.String()),
        detail: Words,
        before: Words,
        after: Words,
        /** Names of the things that this row mentions, by their code: `account:12` is `xiaoming`. */
        names: Type.Record(Type.String(), Type.String()),
        /** Only the network part, kept for 90 days. */
        address: Nullable(Type.String()),
      }),
    ),
  }),
  export: route('GET /api/console/audit/export', {
    access: 'staff',
    permission: 'audit.read',
    scope: 'any',
    summary: 'The same as a CSV file',
    input: Strict(filters),
    output: CsvFile,
  }),
}
