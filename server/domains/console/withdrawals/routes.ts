import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { listWithdrawals, showWithdrawalPayee, payWithdrawal, rejectWithdrawal } from './calls.ts'

const { withdrawals } = consoleApi

export const withdrawalRoutes = [
  bind(withdrawals.list, listWithdrawals),
  bind(withdrawals.showPayee, showWithdrawalPayee),
  bind(withdrawals.pay, payWithdrawal),
  bind(withdrawals.reject, rejectWithdrawal),
]
