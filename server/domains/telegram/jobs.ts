import { MINUTE_S } from '../../../contract/durations.ts'
import { inTx } from '../../platform/context.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { deleteEnded } from './binding-queries.ts'
import { lookAfterBots, pollUpdates } from './poll-updates.ts'
import { sendMessages } from './send-messages.ts'
import { tellMember, type ToldMember } from './tell-member.ts'
import { tellNode, type NodeChange } from './tell-node.ts'
import { tellStaffOf, type StaffEvent } from './tell-staff.ts'
import { tellUser, type ToldNotice } from './tell-user.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'telegram.user': ToldNotice
    'telegram.staff': StaffEvent
    'telegram.member': ToldMember
    'telegram.node': NodeChange
    'telegram.send': { botId: string }
    'telegram.sweep': Record<never, never>
    'telegram.look': Record<never, never>
    'telegram.poll': Record<never, never>
  }
}

export const telegramJobs = {
  'telegram.user': { run: tellUser, maxS: MINUTE_S },
  'telegram.staff': { run: tellStaffOf, maxS: MINUTE_S },
  'telegram.member': { run: tellMember, maxS: MINUTE_S },
  'telegram.node': { run: tellNode, maxS: 5 * MINUTE_S },
  'telegram.send': { run: (ctx, bot) => sendMessages(ctx, bot), maxS: MINUTE_S },
  'telegram.sweep': {
    run: async (ctx) => void (await inTx(ctx, ({ db }) => deleteEnded(db))),
    maxS: MINUTE_S,
  },
  'telegram.look': { run: (ctx) => lookAfterBots(ctx), maxS: 2 * MINUTE_S, cron: '* * * * *' },
  'telegram.poll': { run: (ctx) => pollUpdates(ctx), maxS: MINUTE_S },
} satisfies Partial<Jobs>
