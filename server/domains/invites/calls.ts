import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { askWithdrawal } from './ask-withdrawal.ts'
import { findInvited, getInviteSummary } from './get-invite-summary.ts'
import { moveToBalance } from './move-to-balance.ts'
import { nameFriend } from './name-friend.ts'
import { reportMissed } from './report-missed.ts'

export const inviteRoutes = [
  bind(api.invites.summary, getInviteSummary),
  bind(api.invites.list, findInvited),
  bind(api.invites.friend, nameFriend),
  bind(api.invites.toBalance, moveToBalance),
  bind(api.invites.withdraw, askWithdrawal),
  bind(api.invites.missed, reportMissed),
]
