import { MINUTE_S } from '../../../contract/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { takeChatReply } from './chat-reply.ts'
import { tellStaffOfTicket, type ToldTicket } from './tell-staff.ts'
import { watchTickets } from './watch-tickets.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'tickets.watch': Record<never, never>
    'tickets.tell_staff': ToldTicket
    'tickets.chat_reply': { replyId: number }
  }
}

export const ticketsJobs = {
  'tickets.tell_staff': { run: tellStaffOfTicket, maxS: MINUTE_S },
  'tickets.chat_reply': { run: takeChatReply, maxS: MINUTE_S },
  'tickets.watch': { run: watchTickets, maxS: 10 * MINUTE_S, cron: '*/10 * * * *' },
} satisfies Partial<Jobs>
