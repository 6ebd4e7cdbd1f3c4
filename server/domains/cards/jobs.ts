import { MINUTE_S, type Jobs } from '../../platform/jobs/jobs.ts'
import { closeExpiredBatches } from './close-card-batch.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'cards.expire': Record<never, never>
  }
}

export const cardsJobs = {
  'cards.expire': { run: closeExpiredBatches, maxS: 10 * MINUTE_S, cron: '23 * * * *' },
} satisfies Partial<Jobs>
