import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { findWhitelist } from './queries.ts'
import { resellerByHost } from './reseller-by-host.ts'
import { resellerCard, resellerConfig } from './reseller-config.ts'

export const resellerRoutes = [
  bind(api.resellers.config, resellerConfig),
  bind(api.resellers.info, resellerCard),
  bind(api.resellers.whitelist, (ctx) => findWhitelist(ctx.db)),
  bind(api.resellers.keyByHost, (ctx) => resellerByHost(ctx.db, ctx.client.host)),
]
