import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { listDecisions, showDecisionPayee, approveDecision, payDecision, rejectDecision } from './calls.ts'

const { payouts } = consoleApi

export const payoutRoutes = [
  bind(payouts.list, listDecisions),
  bind(payouts.showPayee, showDecisionPayee),
  bind(payouts.approve, approveDecision),
  bind(payouts.pay, payDecision),
  bind(payouts.reject, rejectDecision),
]
