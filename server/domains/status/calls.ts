import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { getMonth } from './get-month.ts'
import { getStatus } from './get-status.ts'

export const statusRoutes = [bind(api.status.report, getStatus), bind(api.traffic.month, getMonth)]
