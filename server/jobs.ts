import type { CronItem } from 'graphile-worker'

import { DAY_MS, MINUTE_S } from '../contract/durations.ts'
import { backupsJobs } from './domains/backups/jobs.ts'
import { ledgerJobs } from './domains/books/jobs.ts'
import { bulkJobs } from './domains/bulk/jobs.ts'
import { cardsJobs } from './domains/cards/jobs.ts'
import { catalogueJobs } from './domains/catalogue/jobs.ts'
import { consoleJobs } from './domains/console/jobs.ts'
import { exportsJobs } from './domains/exports/jobs.ts'
import { giftsJobs } from './domains/gifts/jobs.ts'
import { importsJobs } from './domains/imports/jobs.ts'
import { invitesJobs } from './domains/invites/jobs.ts'
import { linesJobs } from './domains/lines/jobs.ts'
import { mailJobs } from './domains/mail/jobs.ts'
import { monitorJobs } from './domains/monitor/jobs.ts'
import { nodesJobs } from './domains/nodes/jobs.ts'
import { noticesJobs } from './domains/notices/jobs.ts'
import { ordersJobs } from './domains/orders/jobs.ts'
import { paymentsJobs } from './domains/payments/jobs.ts'
import { personalDataJobs } from './domains/personal-data/jobs.ts'
import { sessionsJobs } from './domains/sessions/jobs.ts'
import { subscriptionJobs } from './domains/subscriptions/jobs.ts'
import './domains/telling/spread.ts'
import { telegramJobs } from './domains/telegram/jobs.ts'
import { ticketsJobs } from './domains/tickets/jobs.ts'
import { trafficJobs } from './domains/traffic/jobs.ts'
import { webhooksJobs } from './domains/webhooks/jobs.ts'
import { jobMaxS, type JobHandlers, type JobName, type Jobs } from './platform/jobs/jobs.ts'
import { removeOutdatedRows } from './retention.ts'

declare module './platform/jobs/jobs.ts' {
  interface JobPayloads {
    'retention.run': Record<never, never>
  }
}

/** Every background job of the server. A name without a job does not compile. */
const all: Jobs = {
  ...mailJobs,
  ...personalDataJobs,
  ...sessionsJobs,
  ...invitesJobs,
  ...cardsJobs,
  ...giftsJobs,
  ...linesJobs,
  ...nodesJobs,
  ...noticesJobs,
  ...ordersJobs,
  ...ledgerJobs,
  ...catalogueJobs,
  ...subscriptionJobs,
  ...paymentsJobs,
  ...telegramJobs,
  ...ticketsJobs,
  ...trafficJobs,
  ...monitorJobs,
  ...bulkJobs,
  ...exportsJobs,
  ...importsJobs,
  ...consoleJobs,
  ...backupsJobs,
  ...webhooksJobs,
  'retention.run': { run: removeOutdatedRows, maxS: 60 * MINUTE_S, cron: '17 19 * * *', catchesUp: true },
}
const entries = Object.entries(all) as [JobName, Jobs[JobName]][]

export const jobs = Object.fromEntries(entries.map(([name, { run }]) => [name, run])) as JobHandlers

Object.assign(jobMaxS, Object.fromEntries(entries.map(([name, { maxS }]) => [name, maxS])))

export const cronItems: (CronItem & { task: JobName })[] = entries.flatMap(([task, { cron, catchesUp }]) =>
  cron ? [{ task, match: cron, ...(catchesUp ? { options: { backfillPeriod: DAY_MS } } : {}) }] : [],
)
