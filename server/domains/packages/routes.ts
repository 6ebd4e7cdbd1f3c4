import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { findCatalogue } from './find-catalogue.ts'
import { setAutoRenew } from './set-auto-renew.ts'

export const packageRoutes = [bind(api.packages.list, findCatalogue), bind(api.packages.autoRenew, setAutoRenew)]
