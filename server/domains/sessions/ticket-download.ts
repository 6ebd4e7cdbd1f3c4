import type { FastifyReply, FastifyRequest } from 'fastify'

import { errorText } from '../../platform/error-texts.ts'
import { languageOfRequest } from '../../platform/http/envelope.ts'

/** The ticket that stands for the token where a browser opens an address itself, without our script. */
export function ticketOf(request: FastifyRequest): string {
  const { ticket } = request.query as Record<string, unknown>
  return typeof ticket === 'string' ? ticket : ''
}

/** A page in place of the envelope: a person looks at it. */
export function sendTicketPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOfRequest(request)
  const text = errorText('ticket.spent', language)
  return reply
    .code(403)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'self'")
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${text}</title><p>${text}</p></html>`,
    )
}
