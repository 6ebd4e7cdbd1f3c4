import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { askDeletion, takeBackDeletion } from './deletion/ask-deletion.ts'
import { loadDeleteAfter } from './deletion/queries.ts'

export const deletionRoutes = [
  bind(api.accounts.remove, askDeletion),
  bind(api.accounts.keep, takeBackDeletion),
  bind(api.accounts.deletion, async (ctx) => {
    const { owner } = ctx
    return { deleteAfter: (await loadDeleteAfter(ctx.db, owner))?.toISOString() ?? null }
  }),
]
