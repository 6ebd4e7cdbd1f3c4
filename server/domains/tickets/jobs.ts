import { MINUTE_S, type Jobs } from '../../platform/jobs/jobs.ts'
import { watchTickets } from './watch-tickets.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'tickets.watch': Record<never, never>
  }
}

export const ticketsJobs = {
  'tickets.watch': { run: watchTickets, maxS: 10 * MINUTE_S, cron: '*/10 * * * *' },
} satisfies Partial<Jobs>
