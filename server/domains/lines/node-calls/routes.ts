import { nodeApi } from '../../../../contract/node-api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { takeFindings } from '../looks/take-findings.ts'
import { pullUsers } from './pull-users.ts'
import { reportState } from './report-state.ts'

export const nodeCallRoutes = [
  bind(nodeApi.users, pullUsers),
  bind(nodeApi.state, reportState),
  bind(nodeApi.looks, takeFindings),
]
