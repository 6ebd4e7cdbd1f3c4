import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { acceptInvitation, sendJoinCode, showInvitation } from './join.ts'

export const joinRoutes = [
  bind(consoleApi.join.show, showInvitation),
  bind(consoleApi.join.sendCode, sendJoinCode),
  bind(consoleApi.join.accept, acceptInvitation),
]
