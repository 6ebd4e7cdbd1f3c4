import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { setAutoRenew } from './auto-renewal.ts'

export const packageRoutes = [bind(api.packages.autoRenew, setAutoRenew)]
