import { nodeApi } from '../../../../contract/node-api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { takeFindings } from '../looks/take-findings.ts'
import { pullUsers } from './pull-users.ts'
import { takeReport } from './report-state.ts'

export const nodeCallRoutes = [
  bind(nodeApi.users, pullUsers),
  bind(nodeApi.state, takeReport),
  bind(nodeApi.looks, takeFindings),
]
