import Type, { type Static } from 'typebox'

import { Instant, Nullable, ResellerKey, Strict, Uuid } from '../fields.ts'
import { route } from '../route.ts'
import { payeeMethods, payoutKinds, payoutStates } from './choices.ts'
import { listInput, listOutput } from './list.ts'
import { originFields } from './origin.ts'

const Kind = Type.Enum([...payoutKinds])
const Method = Type.Enum([...payeeMethods])
const State = Type.Enum([...payoutStates])

/** A payment that the platform makes by hand: a reseller's balance, or a user's commission. */
const DecisionRow = Type.Object({
  kind: Kind,
  id: Type.String(),
  resellerId: ResellerKey,
  title: Type.String(),
  /** Owner of a withdrawal. */
  userName: Nullable(Type.String()),
  /** The amount that leaves the balance, and the amount that arrives. */
  amountFen: Type.Integer(),
  payFen: Type.Integer(),
  method: Method,
  state: State,
  reason: Nullable(Type.String()),
  /** Part of the commission that came from users who registered from the earner's own address. */
  markedFen: Type.Integer(),
  ...originFields,
  askedBy: Nullable(Type.String()),
  approvedBy: Nullable(Type.String()),
  settledBy: Nullable(Type.String()),
  createdAt: Instant,
  settledAt: Nullable(Instant),
  /** When the user reported that no money arrived. */
  missedAt: Nullable(Instant),
  /** What this member may do with it now; never both when two people must decide. */
  mayApprove: Type.Boolean(),
  mayPay: Type.Boolean(),
})
export type DecisionRow = Static<typeof DecisionRow>

const Name = { kind: Kind, resellerId: ResellerKey, id: Uuid }
const Named = Strict(Name)
const Decided = Type.Object({ amountFen: Type.Integer() })
const decide = { access: 'staff', permission: 'payouts.decide', scope: 'platform' } as const

export const payouts = {
  list: route('GET /api/console/payouts/list', {
    access: 'staff',
    permission: 'payouts.decide',
    scope: 'platform',
    summary:
      'Payouts and withdrawals in one list, the oldest first. Searched by the number of a reseller or a user name',
    input: listInput(['createdAt', 'amountFen'], { kind: Type.Optional(Kind), state: Type.Optional(State) }),
    output: listOutput(DecisionRow),
  }),
  showPayee: route('POST /api/console/payouts/show-payee', {
    ...decide,
    summary: 'The account to pay to. Each look is written down',
    input: Named,
    output: Type.Object({ method: Method, account: Type.String(), name: Nullable(Type.String()) }),
    errors: ['object.unknown'],
  }),
  approve: route('POST /api/console/payouts/approve', {
    ...decide,
    stepUp: true,
    summary: 'With four eyes: release it, so that somebody else pays it. No money moves',
    input: Named,
    output: Decided,
    errors: [
      'approval.done',
      'approval.off',
      'approval.same',
      'object.unknown',
      'payout.settled',
      'withdrawal.settled',
    ],
  }),
  pay: route('POST /api/console/payouts/pay', {
    ...decide,
    stepUp: true,
    summary: 'Say that it was paid by hand, from the platform’s bank account',
    input: Named,
    output: Decided,
    errors: [
      'approval.missing',
      'approval.same',
      'object.unknown',
      'payout.account_changed',
      'payout.settled',
      'withdrawal.account_fresh',
      'withdrawal.settled',
    ],
  }),
  reject: route('POST /api/console/payouts/reject', {
    ...decide,
    stepUp: true,
    summary: 'Do not pay: the amount goes back to where it came from, and who asked is told why',
    input: Strict({ ...Name, reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
    output: Decided,
    errors: ['object.unknown', 'payout.settled', 'withdrawal.settled'],
  }),
}
