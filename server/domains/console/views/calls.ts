import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor, writeAudit } from '../../audit/audit.ts'
import { findViews, removeView, saveView } from './queries.ts'

const { views } = consoleApi

/** Views of one list. With more of them, choosing becomes searching. */
const VIEWS_MAX = 30

const placeOf = (ctx: StaffCtx<'any'>) => ({ staffId: ctx.actor.staffId, resellerId: ctx.resellerId })

const write = (ctx: StaffCtx<'any'>, action: string, subject: string) =>
  writeAudit(ctx.db, { resellerId: ctx.resellerId, actor: staffActor(ctx), action, subject }, ctx.now)

export const viewRoutes = [
  bind(views.list, async (ctx, { screen }) => ({
    views: await findViews(ctx.db, placeOf(ctx), screen),
  })),
  bind(views.save, (ctx, { screen, name, query }) =>
    inTx(ctx, async (tx) => {
      const saved = await saveView(tx.db, placeOf(ctx), { screen, name, query, now: ctx.now })
      if ((await findViews(tx.db, placeOf(ctx), screen)).length > VIEWS_MAX) fail('request.too_many')
      await write(tx, 'view.saved', `view:${saved.id}`)
      return saved
    }),
  ),
  bind(views.remove, (ctx, { id }) =>
    inTx(ctx, async (tx) => {
      if (!(await removeView(tx.db, placeOf(ctx), id))) fail('object.unknown')
      await write(tx, 'view.removed', `view:${id}`)
      return {}
    }),
  ),
]
