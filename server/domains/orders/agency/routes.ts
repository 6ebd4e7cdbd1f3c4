import { api } from '../../../../contract/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { getOwnAgency } from './get-own-agency.ts'
import { openAgency } from './open-agency.ts'
import { openConsole } from './open-console.ts'

export const agencyRoutes = [
  bind(api.agencies.own, getOwnAgency),
  bind(api.agencies.create, openAgency),
  bind(api.agencies.console, openConsole),
]
