import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RowId, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { listInput, listOutput } from './list.ts'

const Person = Type.Object({ accountId: Type.Integer(), userName: Type.String() })

/** Null for members who may not read money: a commission capped at the margin reveals the wholesale price. */
const CommissionFen = Nullable(Type.Integer())

const InvitedRow = Type.Object({
  invited: Person,
  inviter: Person,
  joinedAt: Instant,
  /** The invited user shares the inviter's device or address: no commission, or a check before it is paid. */
  mark: Nullable(Type.Enum(['own_device', 'same_address'])),
  /** What the inviter got for this user, pending or confirmed. */
  commissionFen: CommissionFen,
})
export type InvitedRow = Static<typeof InvitedRow>

const TopInviter = Type.Object({
  inviter: Person,
  invitedCount: Type.Integer(),
  /** How many of them have paid for something. */
  payingCount: Type.Integer(),
  commissionFen: CommissionFen,
})
export type TopInviter = Static<typeof TopInviter>

export const inviteDays = [7, 30, 90] as const

export const invites = {
  summary: route('GET /api/console/invites/summary', {
    access: 'staff',
    permission: 'invites.read',
    summary: 'The percentage that inviters get, and who brought most in the last days',
    input: Strict({ days: Type.Optional(Type.Integer({ enum: [...inviteDays] })) }),
    output: Type.Object({
      percent: Type.Integer(),
      invitedCount: Type.Integer(),
      inviterCount: Type.Integer(),
      commissionFen: CommissionFen,
      top: Type.Array(TopInviter),
    }),
  }),
  list: route('GET /api/console/invites/list', {
    access: 'staff',
    permission: 'invites.read',
    summary: 'Who brought whom. Searched by the beginning of the name of who was brought',
    input: listInput(['joinedAt'], { inviterId: Type.Optional(RowId) }),
    output: listOutput(InvitedRow),
  }),
  setPercent: route('POST /api/console/invites/set-percent', {
    access: 'staff',
    permission: 'invites.write',
    summary: 'What inviters get of a sale; counts from the next sale on',
    input: Strict({ percent: Type.Integer({ minimum: 0, maximum: 100 }) }),
    output: Done,
    errors: ['reseller.suspended'],
  }),
}

const AgencyRow = Type.Object({
  resellerId: Type.Integer(),
  name: Type.String(),
  owner: Person,
  state: Type.Enum(['waiting', 'open', 'suspended']),
  openedAt: Instant,
  /** The fee that the owner paid for the agency. */
  feeFen: Nullable(Type.Integer()),
  userCount: Type.Integer(),
  newUserCount: Type.Integer(),
  orderCount: Type.Integer(),
})
export type AgencyRow = Static<typeof AgencyRow>

export const agencies = {
  list: route('GET /api/console/agencies/list', {
    access: 'staff',
    permission: 'agencies.read',
    summary: 'Agencies that users of this reseller opened. Their money is their own: figures, no amounts',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(AgencyRow) }),
  }),
}
