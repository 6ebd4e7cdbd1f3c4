import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { closeExpiredBatches } from './close-card-batch.ts'
import { eraseDueKeys } from './unsaved-keys.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'cards.expire': Record<never, never>
    'cards.erase_keys': Record<never, never>
  }
}

export const cardsJobs = {
  'cards.expire': { run: closeExpiredBatches, maxS: 10 * MINUTE_S, cron: '23 * * * *' },
  'cards.erase_keys': { run: eraseDueKeys, maxS: 5 * MINUTE_S, cron: '*/10 * * * *' },
} satisfies Partial<Jobs>
