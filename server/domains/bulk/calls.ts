import { consoleApi } from '../../../contract/console/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { staffActor } from '../audit/audit.ts'
import { payerOf } from '../gifts/payer-of.ts'
import { planBulk } from './plan-bulk.ts'
import { endBulk } from './run-bulk.ts'
import { listResults, listRuns, showRun } from './show-runs.ts'
import { startBulk } from './start-bulk.ts'
import { undoBulk } from './undo-bulk.ts'

const { bulk } = consoleApi
const NAMES = 5

export const bulkRoutes = [
  bind(bulk.preview, async (ctx, { paidBy, ...wish }) => {
    payerOf(ctx, paidBy)
    const { people, costFen, skipped, standings } = await planBulk(ctx, wish)
    const names = people.slice(0, NAMES).map(({ userName }) => userName)
    return { people: people.length, costFen, standings, skipped, names }
  }),
  bind(bulk.start, startBulk),
  bind(bulk.list, listRuns),
  bind(bulk.show, (ctx, { id }) => showRun(ctx, id)),
  bind(bulk.results, listResults),
  bind(bulk.stop, async (ctx, { id }) => {
    const { action, undoes } = await showRun(ctx, id)
    await endBulk(ctx, { resellerId: ctx.resellerId, bulkId: id, action, undoes }, 'stopped', staffActor(ctx))
    return showRun(ctx, id)
  }),
  bind(bulk.undo, undoBulk),
]
