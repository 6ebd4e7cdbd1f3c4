import type { FastifyInstance } from 'fastify'

import { PAID_PATH, PAY_PATH } from '../../../contract/page.ts'
import { agreementBody } from './agreement.ts'
import { registerHelp } from './help/help-routes.ts'
import { noticesBody, sampleNoticesBody } from './notices.ts'
import { paidBody } from './paid.ts'
import { sendPay } from './pay.ts'
import { registerProbe } from './probe/probe.ts'
import { type HostedBody, type HostedDeps, type HostedView, sendHosted } from './send-hosted.ts'
import { tutorialBody } from './tutorial/tutorial.ts'
import { usageBody } from './usage/usage.ts'

type Page = (view: HostedView, deps: HostedDeps) => HostedBody | Promise<HostedBody>

const pages: Record<string, Page> = {
  agreement: agreementBody,
  notices: noticesBody,
  'notices/sample': sampleNoticesBody,
  tutorial: tutorialBody,
}

/** The pages of a reseller that has not set its own addresses yet. */
export function registerHosted(app: FastifyInstance, deps: HostedDeps): void {
  for (const [name, page] of Object.entries(pages)) {
    app.get(`/hosted/${name}`, { schema: { hide: true } }, (request, reply) =>
      sendHosted(deps.db, request, reply, (view) => page(view, deps)),
    )
  }
  // A HEAD request would use up the ticket and show nothing.
  app.get('/hosted/usage', { schema: { hide: true }, exposeHeadRoute: false }, (request, reply) =>
    sendHosted(deps.db, request, reply, (view) => usageBody(view, deps, request.query as Record<string, unknown>)),
  )
  app.get(PAID_PATH, { schema: { hide: true }, exposeHeadRoute: false }, (request, reply) =>
    sendHosted(deps.db, request, reply, (view) =>
      paidBody(view, deps, { query: request.query as Record<string, unknown>, log: request.log }),
    ),
  )
  app.get(PAY_PATH, { schema: { hide: true }, exposeHeadRoute: false }, (request, reply) =>
    sendPay(deps, request, reply),
  )
  registerHelp(app, deps)
  registerProbe(app, deps)
}
