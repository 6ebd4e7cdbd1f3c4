import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { setAutoRenew, setRenewEarly } from './auto-renewal.ts'
import { setNextPackage } from './next-package.ts'

export const subscriptionRoutes = [
  bind(api.packages.autoRenew, setAutoRenew),
  bind(api.packages.renewEarly, setRenewEarly),
  bind(api.packages.next, setNextPackage),
]
