import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { setAutoRenew } from './set-auto-renew.ts'

export const packageRoutes = [bind(api.packages.autoRenew, setAutoRenew)]
