import { consoleApi } from '../../../../contract/console/api.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { bind } from '../../../platform/http/bind.ts'
import { addJob, loadJobTime } from '../../../platform/jobs/jobs.ts'
import { auditLook, staffActor, writeAudit } from '../../audit/audit.ts'
import { monthNameOf, monthNames } from '../../lists/month-names.ts'
import { platformCsv } from '../platform-csv.ts'
import { loadBooksBegin, loadPlatformStatement } from '../platform-statement.ts'
import { findBookChecks, loadLastTrouble, type BookCheck } from './queries.ts'

const { books } = consoleApi

const SHOWN = 50

const RUN_KEY = 'books:now'

async function load(ctx: StaffCtx<'platform'>, wanted: string | undefined) {
  const name = wanted ?? monthNameOf(ctx.config.businessTz, ctx.now)
  const [year = 0, month = 0] = name.split('-').map(Number)
  return { ...(await loadPlatformStatement(ctx, { year, month })), month: name }
}

function showCheck({ checkedAt, ...check }: BookCheck) {
  return { ...check, checkedAt }
}

export const bookRoutes = [
  bind(books.list, async (ctx) => {
    const lastTrouble = await loadLastTrouble(ctx.db)
    return {
      rows: (await findBookChecks(ctx.db, SHOWN)).map(showCheck),
      lastTrouble: lastTrouble && showCheck(lastTrouble),
      isRunning: (await loadJobTime(ctx.db, RUN_KEY)) !== null,
    }
  }),
  bind(books.run, async (ctx) => {
    await inTx(ctx, async (tx) => {
      await addJob(tx.db, 'monitor.check_books', {}, { key: RUN_KEY, maxAttempts: 1 })
      const entry = { resellerId: null, actor: staffActor(ctx), action: 'books.asked', subject: null }
      await writeAudit(tx.db, entry, ctx.now)
    })
  }),
  bind(books.statement, async (ctx, { month }) => {
    const first = await loadBooksBegin(ctx)
    const statement = await load(ctx, month)
    return {
      ...statement,
      months: monthNames(ctx.config.businessTz, first, ctx.now),
    }
  }),
  bind(books.exportStatement, async (ctx, input) => {
    const { month, ...statement } = await load(ctx, input.month)
    await auditLook(ctx, 'platform_statement.exported', null, { month })
    const { text, rows } = platformCsv(statement, ctx.language)
    return { name: `statement-platform-${month}.csv`, text, rows, isCut: false }
  }),
]
