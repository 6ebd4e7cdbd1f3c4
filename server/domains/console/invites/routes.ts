import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { setTerms } from '../../resellers/set-terms.ts'
import { sumUpInvites, listInvites, listAgencies } from './calls.ts'

const { agencies, invites } = consoleApi

export const inviteRoutes = [
  bind(invites.summary, sumUpInvites),
  bind(invites.list, listInvites),
  bind(invites.setPercent, async (ctx, { percent }) => {
    await setTerms(ctx, ctx.resellerId, { commissionPercent: percent }, staffActor(ctx))
    return {}
  }),
  bind(agencies.list, listAgencies),
]
