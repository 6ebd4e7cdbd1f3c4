import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { endDuePauses } from './freeze/end-due-pauses.ts'
import { sendPush, spreadPush, type PushedNotice, type PushedTo } from './push/send-push.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'freeze.end_pauses': Record<never, never>
    'push.spread': PushedNotice
    'push.send': PushedTo
  }
}

export const sessionsJobs = {
  'freeze.end_pauses': { run: endDuePauses, maxS: 5 * MINUTE_S, cron: '* * * * *' },
  'push.spread': { run: spreadPush, maxS: MINUTE_S },
  'push.send': { run: (ctx, sent) => sendPush(ctx, sent), maxS: MINUTE_S },
} satisfies Partial<Jobs>
