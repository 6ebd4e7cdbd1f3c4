import { expect, test } from 'vitest'

import { makePayDesk } from '../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { runJobs } from '../../test/run/run-jobs.ts'
import { waitUntil } from '../../test/run/wait-until.ts'

const made = await makeCashierApp()
const desk = makePayDesk(made)
await runJobs(made)
checkBooksAfterEach(made.db)

test('the real runner settles a payment for which no notify came', async () => {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, 1000)
  await desk.payQuietly(data.out_trade_no)
  await made.db.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await waitUntil(async () => (await desk.payment(data.out_trade_no)).state === 'paid', 'the job')
  expect(await desk.balanceFen(payer)).toBe(1000)
})
