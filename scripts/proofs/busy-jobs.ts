import { addJob } from '../../server/platform/jobs/jobs.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import type { PayWorld } from './pay-world.ts'

const JOBS = 6
/** Younger than the 3 s after which a job no longer waits for the gateway. */
const FRESH_S = 2
const LIMIT_MS = 60_000

/**
 * Keeps jobs in the middle of their work: they ask the cashier about a payment and get no answer, so their next write
 * falls into the freeze. Returns how many jobs there were.
 */
export async function keepJobsBusy({ db, control }: PayWorld): Promise<number> {
  const find = () => db.kysely.selectFrom('payments').select('id').where('state', '=', 'pending').limit(JOBS).execute()
  const payments = await waitUntil(
    async () => {
      const open = await find()
      return open.length === JOBS && open
    },
    `${JOBS} open payments`,
    LIMIT_MS,
  )
  await control.orderFault({ kind: 'hang', method: 'alipay.trade.query', times: 1_000 })
  for (const { id } of payments) await addJob(db, 'payments.reconcile', { paymentId: id })
  const underWay = `select count(*)::integer as count
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'payments.reconcile' and j.locked_at > clock_timestamp() - make_interval(secs => $1)`
  return waitUntil(
    async () => {
      const { rows } = await db.pool.query<{ count: number }>(underWay, [FRESH_S])
      return rows[0]!.count >= JOBS / 2 && rows[0]!.count
    },
    'jobs under way',
    LIMIT_MS,
  )
}
