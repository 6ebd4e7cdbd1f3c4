import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { getStatus } from './get-status.ts'

export const statusRoutes = [bind(api.status.report, getStatus)]
