import { expect, it } from 'vitest'

import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { say } from '../../../ui/test/say.ts'
import { platformRows } from './platform-rows.ts'

const none = { withdrawals: 0, payouts: 0, agencies: 0, refundWishes: 0, failedJobs: 0, lateMails: 0, alerts: 0 }
const rowsOf = (waiting: object, problems: number | null = null, down = 0) =>
  platformRows(
    {
      waiting: { ...none, ...waiting },
      books: problems === null ? null : { problems },
      nodes: { down },
    } as unknown as PlatformOverview,
    say,
  ).map(({ text, tone, to }) => `${tone} ${to} ${text}`)

it('shows nothing where nothing waits, or may not be seen', () => {
  expect(rowsOf({}, 0)).toEqual([])
  expect(rowsOf({ payouts: null, withdrawals: null })).toEqual([])
})

it('leads from every count to its list, broken books first', () => {
  const all = { withdrawals: 1, payouts: 2, agencies: 3, refundWishes: 4, failedJobs: 5, lateMails: 6, alerts: 7 }
  expect(rowsOf(all, 8, 9)).toEqual([
    'bad /books books 8',
    'bad /nodes nodesDown 9',
    'bad /alerts alerts 7',
    'warn /resellers?state=waiting agencies 3',
    'warn /payouts payouts 2',
    'warn /payouts withdrawals 1',
    'warn /refunds wishes 4',
    'warn /jobs jobs 5',
    'calm /mails mails 6',
  ])
})
