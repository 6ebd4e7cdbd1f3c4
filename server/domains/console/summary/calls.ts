import { consoleApi } from '../../../../contract/console/api.ts'
import { summaryHours } from '../../../../contract/console/choices.ts'
import type { Summary } from '../../../../contract/console/summary.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { dropSummary, loadSummary, saveSummary } from './queries.ts'

const { summary } = consoleApi

async function show({ db, actor }: Pick<StaffCtx<'any'>, 'db' | 'actor'>): Promise<Summary> {
  const { wish, ...can } = (await loadSummary(db, actor.staffId)) ?? fail('object.unknown')
  return { ...can, ...(wish ?? { hour: summaryHours.usual, byMail: false, byChat: false }) }
}

export const summaryRoutes = [
  bind(summary.show, show),
  bind(summary.set, async (ctx, wish) => {
    const { staffId } = ctx.actor
    const isWanted = wish.byMail || wish.byChat
    await inTx(ctx, ({ db }) => (isWanted ? saveSummary(db, staffId, wish) : dropSummary(db, staffId)))
    return show(ctx)
  }),
]
