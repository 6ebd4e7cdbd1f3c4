import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { findShownClients } from './catalogue.ts'

export const clientRoutes = [
  bind(api.clientList.list, async (ctx) => ({ clients: await findShownClients(ctx, ctx.resellerId) })),
]
