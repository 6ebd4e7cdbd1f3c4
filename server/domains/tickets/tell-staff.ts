import type { Language } from '../../../contract/languages.ts'
import { inTx } from '../../platform/context.ts'
import type { JobCtx } from '../../platform/jobs/jobs.ts'
import { tellStaff } from '../telegram/tell-staff.ts'
import { insertChat, loadAsker, loadToldMessage } from './chat-queries.ts'
import { chatWords, type TicketNews } from './chat-words.ts'
import { loadTicket } from './queries.ts'

export type ToldTicket = {
  resellerId: number
  ticketId: number
  /** Null: the last one of the user. */
  messageId: number | null
  news: TicketNews
  /** Names the event: staff hear of each once. */
  mark: string
}

/** The rest is read in the console. */
const BODY_MAX = 1500

/** The job after a user wrote, or a ticket was handed over: whoever is to answer hears of it, and may reply right there. */
export async function tellStaffOfTicket(ctx: JobCtx, told: ToldTicket): Promise<void> {
  const { resellerId, ticketId, news, mark } = told
  await inTx(ctx, async (tx) => {
    const ticket = await loadTicket(tx.db, { resellerId, ticketId, accountId: null })
    if (!ticket || ticket.state === 'closed' || ticket.heldAt) return
    const message = await loadToldMessage(tx.db, { resellerId, ticketId }, told.messageId)
    const userName = await loadAsker(tx.db, resellerId, ticket.accountId)
    if (!message || userName === null) return
    const isPlatforms = resellerId === 0 || ticket.holder === 'operator'
    const isGuests = isPlatforms && resellerId !== 0
    const page = isPlatforms ? `/console/r/${resellerId}/tickets/${ticketId}` : `/console/tickets/${ticketId}`
    const say = (language: Language) => {
      const words = chatWords[language]
      const office = isGuests ? [words.office(resellerId)] : []
      return [
        [words.news[news](ticketId), words.categories[ticket.category], userName, ...office].join(' · '),
        shorten(message.body),
        ...(message.pictures > 0 ? [words.pictures(message.pictures)] : []),
        words.howToAnswer,
        `${ctx.config.publicUrl}${page}`,
      ].join('\n\n')
    }
    await tellStaff(tx, isPlatforms ? null : resellerId, {
      kind: 'ticket',
      key: `ticket:${ticketId}:${mark}`,
      say,
      ...(isGuests ? { also: 'resellers.enter' as const } : {}),
      onQueued: (messageId) => insertChat(tx.db, messageId, { resellerId, ticketId }),
    })
  })
}

/** With its lines, unlike the title. */
function shorten(body: string): string {
  const signs = [...body]
  return signs.length <= BODY_MAX ? body : `${signs.slice(0, BODY_MAX - 1).join('')}…`
}
