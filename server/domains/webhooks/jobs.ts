import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { lookAfterHooks, sendDeliveries } from './send-deliveries.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'webhooks.send': { webhookId: string }
    'webhooks.look': Record<never, never>
  }
}

export const webhooksJobs = {
  'webhooks.send': { run: (ctx, hook) => sendDeliveries(ctx, hook), maxS: MINUTE_S },
  'webhooks.look': { run: lookAfterHooks, maxS: MINUTE_S, cron: '* * * * *' },
} satisfies Partial<Jobs>
