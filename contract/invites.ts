import Type, { type Static } from 'typebox'

import {
  AnyPassword,
  Cursor,
  Instant,
  Nothing,
  Nullable,
  RequestKey,
  ResellerKey,
  Strict,
  TotpCode,
  Uuid,
} from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

const WithdrawalMethod = Type.Union([Type.Literal('alipay'), Type.Literal('wechat'), Type.Literal('bank')])
const Withdrawal = Type.Object({
  id: Type.String(),
  amountFen: Type.Integer(),
  /** Deducted when it is paid out. */
  feeFen: Type.Integer(),
  method: WithdrawalMethod,
  accountMasked: Type.String(),
  /** Null when no name was given. */
  nameMasked: Nullable(Type.String()),
  state: Type.Union([Type.Literal('pending'), Type.Literal('paid'), Type.Literal('rejected')]),
  /** Reason of a rejection. */
  reason: Nullable(Type.String()),
  createdAt: Instant,
  settledAt: Nullable(Instant),
  /** Paid recently, so the user may report that no money arrived. */
  canReport: Type.Boolean(),
  /** When the user reported it. */
  missedAt: Nullable(Instant),
})
export type Withdrawal = Static<typeof Withdrawal>

const InvitedPerson = Type.Object({
  nameMasked: Type.String(),
  joinedAt: Instant,
  /** Commission from this person's orders, confirmed or not. */
  commissionFen: Type.Integer(),
})
export type InvitedPerson = Static<typeof InvitedPerson>

/** Commission left after a move. */
const Left = Type.Object({ confirmedFen: Type.Integer() })

export const invites = {
  summary: route('GET /api/invite/summary', {
    access: 'user',
    summary: 'Own code and link, and what it has earned',
    input: Nothing,
    output: Type.Object({
      code: Type.String(),
      link: Type.String(),
      percent: Type.Integer(),
      invitedCount: Type.Integer(),
      /** Becomes confirmed after some days, unless the order is refunded. */
      pendingFen: Type.Integer(),
      /** Can be moved to the balance. */
      confirmedFen: Type.Integer(),
      /** The part that can be withdrawn: seven days after the sale. */
      withdrawableFen: Type.Integer(),
      /** Part of a running withdrawal. */
      heldFen: Type.Integer(),
      /** Moved to the balance or paid out. */
      usedFen: Type.Integer(),
      withdrawMinFen: Type.Integer(),
      withdrawFeeFen: Type.Integer(),
      /** Working days until the payment. */
      withdrawDays: Type.Integer(),
      /** The latest withdrawals. */
      withdrawals: Type.Array(Withdrawal),
    }),
  }),
  list: route('GET /api/invite/list', {
    access: 'user',
    summary: 'Who registered with the own code, newest first; names are masked',
    input: Strict({ cursor: Type.Optional(Cursor) }),
    output: Type.Object({ items: Type.Array(InvitedPerson), next: Nullable(Type.String()) }),
  }),
  friend: route('GET /api/invite/friend', {
    access: 'public',
    summary: 'Who invites with a code, as the invited may see it; null for an unknown code',
    input: Strict({ code: Type.String({ minLength: 1, maxLength: limits.inviteCodeMax }), dailiKey: ResellerKey }),
    output: Type.Object({ nameMasked: Nullable(Type.String()) }),
    errors: ['request.too_many'],
  }),
  toBalance: route('POST /api/invite/toBalance', {
    access: 'user',
    summary: 'Move confirmed commission to the balance',
    input: Strict({ amountFen: Type.Integer({ minimum: 1, maximum: limits.moneyMaxFen }), key: RequestKey }),
    output: Left,
    errors: ['commission.short', 'request.key_reused'],
  }),
  withdraw: route('POST /api/invite/withdraw', {
    access: 'user',
    summary:
      'Ask for confirmed commission to be paid out. The money is on hold until then. A remembered session shows the password, and whoever has TOTP on its code',
    input: Strict({
      amountFen: Type.Integer({ minimum: limits.withdrawMinFen, maximum: limits.moneyMaxFen }),
      method: WithdrawalMethod,
      account: Type.String({ minLength: 3, maxLength: limits.payoutAccountMax, pattern: '^\\P{Cc}*\\S\\P{Cc}*$' }),
      /** Name of the account's owner: the operator compares it before paying. */
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: limits.payoutNameMax, pattern: '^\\P{Cc}*\\S\\P{Cc}*$' }),
      ),
      key: RequestKey,
      passWord: Type.Optional(AnyPassword),
      totp: Type.Optional(TotpCode),
    }),
    output: Type.Object({ withdrawalId: Type.String(), ...Left.properties }),
    errors: [
      'auth.password_required',
      'auth.wrong_password',
      'auth.totp_required',
      'auth.totp_wrong',
      'commission.short',
      'commission.young',
      'request.key_reused',
      'request.too_many',
    ],
  }),
  missed: route('POST /api/invite/notReceived', {
    access: 'user',
    summary: 'Say that a paid withdrawal did not arrive, for some days after it; the operator looks into it',
    input: Strict({ withdrawalId: Uuid }),
    output: Type.Object({ missedAt: Instant }),
    errors: ['object.unknown', 'withdrawal.too_late'],
  }),
}
