import Type, { type Static } from 'typebox'

import { Strict } from '../fields.ts'
import { route } from '../route.ts'
import { cohortKinds, cohortMonths } from './choices.ts'
import { Day } from './list.ts'

/** Users who bought their first plan in the same month, of the same plan, or invited by the same user. */
const Cohort = Type.Object({
  /** A month as 2026-11, or the number of a package or of a user. */
  key: Type.String(),
  name: Type.String(),
  people: Type.Integer(),
  /** Of them, who bought again, and whose plan runs now. */
  renewed: Type.Integer(),
  active: Type.Integer(),
})
export type Cohort = Static<typeof Cohort>

export const renewals = {
  show: route('GET /api/console/renewals/show', {
    access: 'staff',
    permission: 'users.read',
    summary:
      'Who renews: users by the month of their first plan, by that plan or by inviter. Each figure is of the users list',
    input: Strict({
      by: Type.Optional(Type.Enum([...cohortKinds])),
      months: Type.Optional(Type.Integer({ enum: [...cohortMonths] })),
    }),
    output: Type.Object({
      /** The days of the first purchases. */
      from: Day,
      to: Day,
      /** Months oldest first; the others by size, the largest twenty. */
      rows: Type.Array(Cohort),
    }),
  }),
}
