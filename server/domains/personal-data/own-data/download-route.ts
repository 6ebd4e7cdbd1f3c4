import type { FastifyInstance } from 'fastify'

import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { LONG_PATIENCE_MS } from '../../../platform/http/patient-requests.ts'
import { dayOf } from '../../../platform/text/business-day.ts'
import { spendTicket, type SendTicketPage, ticketOf } from '../../sessions/spend-ticket.ts'
import { collectOwnData } from './collect-own-data.ts'

const OWN_DATA_PATH = '/api/user/export'

type Deps = { db: Db; config: Config; sendTicketPage: SendTicketPage }

/**
 * A browser opens this address itself, without our script: a ticket replaces the token, a page replaces the envelope.
 */
export function registerOwnDataDownload(app: FastifyInstance, { db, config, sendTicketPage }: Deps): void {
  const schema = { summary: 'Everything held on the user as a file; `ticket` is one for downloads', tags: ['user'] }
  // A HEAD request would use up the ticket and return nothing.
  app.get(
    OWN_DATA_PATH,
    { schema, exposeHeadRoute: false, config: { patienceMs: LONG_PATIENCE_MS } },
    async (request, reply) => {
      const ctx = { db, config, now: clock.now() }
      void reply.header('cache-control', 'no-store')
      try {
        const data = await collectOwnData(ctx, await spendTicket(ctx, ticketOf(request), 'download'))
        const day = dayOf(ctx.now, config.businessTz)
        return await reply
          .type('application/json; charset=utf-8')
          .header('content-disposition', `attachment; filename="account-data-${day}.json"`)
          .send(JSON.stringify(data, null, 2))
      } catch (error) {
        if (error instanceof Refusal && error.code === 'ticket.spent') return sendTicketPage(request, reply)
        throw error
      }
    },
  )
}
