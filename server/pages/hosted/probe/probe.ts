import type { FastifyInstance, FastifyReply } from 'fastify'

import { DEFAULT_LANGUAGE } from '../../../../contract/languages.ts'
import { PROBE_PATH } from '../../../../contract/probe.ts'
import { findNodesOf } from '../../../domains/lines/find-nodes.ts'
import { loadReseller, type Reseller } from '../../../domains/resellers/queries.ts'
import { spendTicket, ticketOf } from '../../../domains/sessions/spend-ticket.ts'
import { clock } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { frameAncestors } from '../../security-headers.ts'
import type { HostedDeps } from '../send-hosted.ts'
import { makeSendTicketPage } from '../ticket-page.ts'
import { PROBE_SCRIPT, PROBE_SCRIPT_HASH } from './probe-script.ts'

/**
 * The best nodes come first. A proxy takes 4 kB of headers by default: 60 names of usual length fill about half of
 * that.
 */
const MAX_PROBED = 60
/** Lets through nothing that a policy header would read as more than one host. */
const ORIGIN = /^https:\/\/[a-z0-9.-]+(:\d+)?$/

export function registerProbe(app: FastifyInstance, deps: HostedDeps): void {
  const sendTicketPage = makeSendTicketPage(deps.db)
  // A HEAD request would use up the ticket and show nothing.
  app.get(PROBE_PATH, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const ctx = { ...deps, now: clock.now(), language: DEFAULT_LANGUAGE }
    void reply.header('cache-control', 'private, no-store')
    try {
      const owner = await spendTicket(ctx, ticketOf(request), 'probe')
      const nodes = await findNodesOf(ctx, owner)
      const urls = nodes.filter(({ state }) => state === 'up').map(({ probeUrl }) => probeUrl)
      const reseller = await loadReseller(deps.db, owner.resellerId)
      return await sendProbe(reply, urls.filter(isProbed).slice(0, MAX_PROBED), reseller)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'ticket.spent') return sendTicketPage(request, reply)
      throw error
    }
  })
}

function isProbed(url: string | null): url is string {
  return url !== null && ORIGIN.test(URL.parse(url)?.origin ?? '')
}

/** The policy removes the page's origin even when nothing frames the page. */
function sendProbe(reply: FastifyReply, urls: readonly string[], reseller: Reseller | null): FastifyReply {
  const origins = [...new Set(urls.map((url) => new URL(url).origin))]
  const policy = [
    "default-src 'none'",
    `script-src '${PROBE_SCRIPT_HASH}'`,
    `connect-src ${origins.join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    frameAncestors(reseller),
    'sandbox allow-scripts',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const list = escapeHtml(JSON.stringify([...new Set(urls)]))
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Probe</title><body data-urls="${list}"><script>${PROBE_SCRIPT}</script></body></html>`,
    )
}
