import type { FastifyReply, FastifyRequest } from 'fastify'

/** The ticket that stands for the token where a browser opens an address itself, without our script. */
export function ticketOf(request: FastifyRequest): string {
  const { ticket } = request.query as Record<string, unknown>
  return typeof ticket === 'string' ? ticket : ''
}

/** What answers a ticket that is no longer good: a page in place of the envelope, since a person looks at it. */
export type SendTicketPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
