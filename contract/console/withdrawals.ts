import Type, { type Static } from 'typebox'

import { Instant, Nullable, Strict, Uuid } from '../fields.ts'
import { route } from '../route.ts'
import { withdrawalStates } from './choices.ts'
import { listInput, listOutput } from './list.ts'
import { originFields } from './origin.ts'

const Method = Type.Enum(['alipay', 'wechat', 'bank'])

const WithdrawalRow = Type.Object({
  withdrawalId: Type.String(),
  user: Type.Object({ accountId: Type.Integer(), userName: Type.String() }),
  /** The amount that leaves the commission, and the amount that arrives. The payer keeps the fee. */
  amountFen: Type.Integer(),
  payFen: Type.Integer(),
  method: Method,
  state: Type.Enum([...withdrawalStates]),
  /** Part of the commission that came from users who registered from the earner's own address. */
  markedFen: Type.Integer(),
  ...originFields,
  reason: Nullable(Type.String()),
  paidBy: Nullable(Type.Enum(['platform', 'reseller'])),
  createdAt: Instant,
  settledAt: Nullable(Instant),
  /** When the user reported that no money arrived. */
  missedAt: Nullable(Instant),
})
export type WithdrawalRow = Static<typeof WithdrawalRow>

const Named = { withdrawalId: Uuid }
const Settled = Type.Object({ amountFen: Type.Integer() })

export const withdrawals = {
  list: route('GET /api/console/withdrawals/list', {
    access: 'staff',
    permission: 'withdrawals.decide',
    summary: 'Commission that users want paid out, the oldest first. Searched by the beginning of a user name',
    input: listInput(['createdAt', 'amountFen'], { state: Type.Optional(Type.Enum([...withdrawalStates])) }),
    output: listOutput(WithdrawalRow),
  }),
  showPayee: route('POST /api/console/withdrawals/show-payee', {
    access: 'staff',
    permission: 'withdrawals.decide',
    whenSuspended: true,
    summary: 'The account to pay to. Each look is written down',
    input: Strict(Named),
    output: Type.Object({ method: Method, account: Type.String(), name: Nullable(Type.String()) }),
    errors: ['object.unknown'],
  }),
  pay: route('POST /api/console/withdrawals/pay', {
    access: 'staff',
    permission: 'withdrawals.decide',
    stepUp: true,
    whenSuspended: true,
    summary:
      'Say that it was paid by hand: by the reseller from its pocket, whose balance gets the amount; by platform staff for the platform',
    input: Strict(Named),
    output: Settled,
    errors: ['object.unknown', 'withdrawal.account_fresh', 'withdrawal.settled'],
  }),
  reject: route('POST /api/console/withdrawals/reject', {
    access: 'staff',
    permission: 'withdrawals.decide',
    stepUp: true,
    whenSuspended: true,
    summary: "Do not pay: the amount goes back to the user's commission, and the user is told why",
    input: Strict({ ...Named, reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
    output: Settled,
    errors: ['object.unknown', 'withdrawal.settled'],
  }),
}
