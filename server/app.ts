import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from './config.ts'
import { cardRoutes } from './domains/cards/routes.ts'
import { inviteRoutes } from './domains/invites/routes.ts'
import { agencyRoutes } from './domains/orders/agency-routes.ts'
import { registerBalanceDownload } from './domains/orders/balance/download-route.ts'
import { orderRoutes } from './domains/orders/routes.ts'
import { registerPaymentNotifies } from './domains/payments/notifies/notify-routes.ts'
import { paymentRoutes } from './domains/payments/routes.ts'
import { packageRoutes } from './domains/packages/routes.ts'
import { resellerRoutes } from './domains/resellers/routes.ts'
import { makeAuthenticate } from './domains/sessions/authenticate.ts'
import { deletionRoutes } from './domains/sessions/deletion/routes.ts'
import { factorRoutes } from './domains/sessions/factors/routes.ts'
import { freezeRoutes } from './domains/sessions/freeze/routes.ts'
import { registerOwnDataDownload } from './domains/sessions/own-data/download-route.ts'
import { recoveryRoutes } from './domains/sessions/recovery/routes.ts'
import { sessionRoutes } from './domains/sessions/routes.ts'
import type { Db } from './platform/db.ts'
import { fail } from './platform/errors.ts'
import { registerRoutes } from './platform/http/bind.ts'
import { describeRoutes, serveDocumentation } from './platform/http/documentation.ts'
import { registerOperations } from './platform/http/operations.ts'
import { createHttpServer } from './platform/http/server.ts'
import { guardCrossSite } from './platform/http/xsrf.ts'
import { registerPortal } from './portal/routes.ts'
import { registerCashierPages } from './sandbox/cashier-pages.ts'

/** Every contract route of the server, in the order of the domains. */
export const routes = [
  ...resellerRoutes,
  ...sessionRoutes,
  ...factorRoutes,
  ...deletionRoutes,
  ...recoveryRoutes,
  ...freezeRoutes,
  ...packageRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...agencyRoutes,
  ...cardRoutes,
  ...inviteRoutes,
]

export type AppOptions = {
  config: Config
  db: Db
  log: Logger
  /** The built portal. Absent in tests that only call the API. */
  webDir?: string
}

/** The whole application without a port: tests drive it with inject, main.ts listens. */
export async function buildApp({ config, db, log, webDir }: AppOptions): Promise<FastifyInstance> {
  const app = await createHttpServer(config, log)
  guardCrossSite(app)
  registerOperations(app, db)
  await describeRoutes(app)
  registerRoutes(app, routes, { db, config, authenticateUser: makeAuthenticate(db, config.secretKey) })
  registerOwnDataDownload(app, { db, config })
  registerBalanceDownload(app, { db, config })
  registerPaymentNotifies(app, { db, config })
  if (config.mode === 'sandbox') registerCashierPages(app, db)
  serveDocumentation(app)
  if (webDir) await registerPortal(app, { db, config, webDir })
  else app.setNotFoundHandler(() => fail('request.unknown_path'))
  return app
}

export const builtWebDir = path.join(import.meta.dirname, '..', 'dist', 'web')
