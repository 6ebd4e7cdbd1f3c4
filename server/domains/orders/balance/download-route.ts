import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Static } from 'typebox'

import { BalanceFilter } from '../../../../contract/balance.ts'
import { balanceNameOf } from '../../../../contract/default-brand.ts'
import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/errors.ts'
import { languageOfRequest } from '../../../platform/http/envelope.ts'
import { LONG_PATIENCE_MS } from '../../../platform/http/patient-requests.ts'
import { timeWriter } from '../../../platform/text/csv.ts'
import { findUserEntries } from '../../ledger/find-entries.ts'
import { spendTicket, type SendTicketPage, ticketOf } from '../../sessions/spend-ticket.ts'
import { balanceCsv } from './balance-csv.ts'
import { readFilter } from './find-balance-entries.ts'

const BALANCE_EXPORT_PATH = '/api/balance/export'
/** Years of a busy account; a person or a spreadsheet has to read the file. */
const ROWS_MAX = 20_000
const Query = Type.Object({ ...BalanceFilter, ticket: Type.Optional(Type.String({ maxLength: 400 })) })

type Deps = { db: Db; config: Config; sendTicketPage: SendTicketPage }

/** The balance's history as a file that the browser downloads itself. */
export function registerBalanceDownload(app: FastifyInstance, { db, config, sendTicketPage }: Deps): void {
  const schema = { summary: 'The balance as CSV; `ticket` is one for downloads', tags: ['balance'], querystring: Query }
  // A HEAD request would use up the ticket and return nothing.
  app.get(
    BALANCE_EXPORT_PATH,
    { schema, exposeHeadRoute: false, config: { patienceMs: LONG_PATIENCE_MS } },
    async (request, reply) => {
      const ctx = { db, config, now: clock.now() }
      void reply.header('cache-control', 'no-store')
      try {
        const owner = await spendTicket(ctx, ticketOf(request), 'download')
        const filter = readFilter(request.query as Static<typeof Query>)
        const entries = await findUserEntries(ctx, owner, filter, ROWS_MAX)
        const day = timeWriter(config.businessTz)(ctx.now).slice(0, 10)
        return await reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="balance-${day}.csv"`)
          .send(balanceCsv(entries, languageOfRequest(request), config.businessTz, balanceNameOf(owner.resellerId)))
      } catch (error) {
        if (error instanceof Refusal && error.code === 'ticket.spent') return sendTicketPage(request, reply)
        throw error
      }
    },
  )
}
