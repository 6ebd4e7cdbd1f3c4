import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { sendMail } from './send-mail.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'mail.send': { mailId: string }
  }
}

export const mailJobs = {
  'mail.send': { run: sendMail, maxS: 2 * MINUTE_S },
} satisfies Partial<Jobs>
