import type { FastifyInstance } from 'fastify'
import path from 'node:path'
import type { Logger } from 'pino'

import { agentRoutes, consoleRoutes, routes } from './calls.ts'
import type { Config } from './config.ts'
import { makeAuthenticateKey } from './domains/api-keys/authenticate-key.ts'
import { registerFiles } from './domains/clients/files-route.ts'
import { registerOnce } from './domains/feeds/devices/once-route.ts'
import { registerFeed } from './domains/feeds/feed-route.ts'
import { endBells } from './domains/lines/node-calls/node-bells.ts'
import { readMonitorMetrics } from './domains/monitor/figures/read-metrics.ts'
import { makeAuthenticateMonitor } from './domains/monitor/monitors/authenticate-monitor.ts'
import { registerMonitorStream } from './domains/monitor/stream/stream-route.ts'
import { registerAgentFile } from './domains/nodes/agents/agent-file.ts'
import { makeAuthenticateNode } from './domains/nodes/authenticate-node.ts'
import { registerBalanceDownload } from './domains/orders/balance/download-route.ts'
import { registerPaymentNotifies } from './domains/payments/notifies/notify-routes.ts'
import { registerOwnDataDownload } from './domains/personal-data/own-data/download-route.ts'
import { registerDomainAllowed } from './domains/resellers/domain-allowed-route.ts'
import { makeAuthenticate } from './domains/sessions/authenticate.ts'
import { makeAuthenticateStaff } from './domains/staff/authenticate-staff.ts'
import { noteRefusal } from './domains/staff/note-refusal.ts'
import { NO_MAINTENANCE } from './domains/status/maintenance.ts'
// Tells the monitor how long each job may take.
import './jobs.ts'
import { registerTelegram } from './domains/telegram/webhook-route.ts'
import { registerUniproxy } from './domains/uniproxy/uniproxy-routes.ts'
import { serveClient } from './pages/client-file/routes.ts'
import { makeSendFeedPage } from './pages/feed-page/feed-page.ts'
import { makeSendOncePage } from './pages/feed-page/once-page.ts'
import { makeSendTicketPage } from './pages/hosted/ticket-page.ts'
import { pageBrand } from './pages/page-brand.ts'
import { registerPortal } from './pages/routes.ts'
import type { Db } from './platform/db/db.ts'
import { stopListening } from './platform/db/listen.ts'
import type { Replica } from './platform/db/replica.ts'
import { fail } from './platform/errors.ts'
import { registerRoutes } from './platform/http/bind.ts'
import { describeRoutes, serveDocumentation } from './platform/http/documentation.ts'
import { refuseInMaintenance, type MaintenanceView } from './platform/http/maintenance-gate.ts'
import { registerOperations } from './platform/http/operations.ts'
import { createHttpServer } from './platform/http/server.ts'
import { guardCrossSite } from './platform/http/xsrf.ts'
import { followRequests, type Telemetry } from './platform/telemetry/telemetry.ts'
import { readingPaths } from './reading-calls.ts'
import { registerCashierPages } from './sandbox/cashier-pages.ts'

export type AppOptions = {
  config: Config
  db: Db
  log: Logger
  /** The built portal and console. Absent in tests that only call the API. */
  webDir?: string
  /** Longest time that a call waits for the database in all. Tests on a busy machine get longer than users. */
  patienceMs?: number
  telemetry?: Telemetry
  replica?: Replica
  /** Absent: the portal is open. */
  maintenance?: MaintenanceView
}

/** The whole application without a port. Tests drive it with inject; main.ts listens. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, log, webDir, patienceMs, telemetry, replica, maintenance = () => NO_MAINTENANCE } = options
  const app = await createHttpServer(config, log, patienceMs)
  if (telemetry) followRequests(app, telemetry)
  refuseInMaintenance(app, maintenance)
  guardCrossSite(app)
  const { readFigures } = registerOperations(app, {
    db,
    metricsToken: config.metricsToken,
    readMetrics: readMonitorMetrics({ db, config }),
    maintenance,
  })
  telemetry?.offerMetrics(() => readFigures(log))
  describeRoutes(app)
  const deps = {
    db,
    ...(replica ? { replica: { ...replica, paths: readingPaths } } : {}),
    config,
    authenticateUser: makeAuthenticate(db, config),
    authenticateNode: makeAuthenticateNode(db, config),
    authenticateMonitor: makeAuthenticateMonitor(db, config),
    authenticateStaff: makeAuthenticateStaff(db),
    authenticateKey: makeAuthenticateKey(db, config),
    noteRefusal,
  }
  registerRoutes(app, [...routes, ...agentRoutes, ...consoleRoutes], deps)
  registerMonitorStream(app, deps, log)
  const sendTicketPage = makeSendTicketPage(db)
  registerOwnDataDownload(app, { db, config, sendTicketPage })
  registerBalanceDownload(app, { db, config, sendTicketPage })
  registerPaymentNotifies(app, { db, config })
  registerTelegram(app, { db, config })
  registerUniproxy(app, { db, config })
  app.addHook('preClose', async () => endBells(db))
  app.addHook('onClose', async () => stopListening(db))
  registerOnce(app, {
    db,
    config,
    pageReseller: async (request) => (await pageBrand(db, request)).brand.key,
    sendOncePage: makeSendOncePage(db),
  })
  const answerOldPath = registerFeed(app, { db, config, sendPage: makeSendFeedPage({ db, config }) })
  registerFiles(app, { db, config })
  registerAgentFile(app, { db, config }, webDir ? path.join(webDir, 'agent') : undefined)
  registerDomainAllowed(app, { db, config })
  if (config.mode === 'sandbox') registerCashierPages(app, db)
  serveDocumentation(app)
  serveClient(app)
  if (webDir) await registerPortal(app, { db, config, maintenance, answerOldPath, ...frontEndsIn(webDir) })
  else app.setNotFoundHandler(async (...asked) => (await answerOldPath(...asked, unknownPath)) ?? unknownPath())
  return app
}

export const builtWebDir = path.join(import.meta.dirname, '..', 'dist')

const unknownPath = () => fail('request.unknown_path')

function frontEndsIn(webDir: string) {
  return { portalDir: path.join(webDir, 'portal'), consoleDir: path.join(webDir, 'console') }
}
