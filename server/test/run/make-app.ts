import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Static, TSchema } from 'typebox'

import type { Route } from '../../../contract/route.ts'
import { buildApp } from '../../app.ts'
import { readConfig, type Config } from '../../config.ts'
import { followMaintenance } from '../../domains/status/maintenance.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { createTestDatabase } from './database.ts'
import { atFileEnd } from './endings.ts'

type AnyRoute = Route<TSchema, TSchema>
type CallOptions = { token?: string; headers?: Record<string, string>; address?: string }
export type Answer<O extends TSchema> = {
  status: number
  /** The whole body as text, to search for what must not be in it. */
  text: string
  code: string | null
  data: Static<O>
  token: string | null
  response: LightMyRequestResponse
}
export type TestApp = {
  app: FastifyInstance
  db: Db
  config: Config
  /** Every line the server logged, as text. */
  logged: string[]
  call<R extends AnyRoute>(route: R, input: Static<R['input']>, options?: CallOptions): Promise<Answer<R['output']>>
  inject(options: InjectOptions | string): Promise<LightMyRequestResponse>
}

type MakeOptions = { webDir?: string; patienceMs?: number; isFollowing?: boolean; telemetry?: Telemetry }

/**
 * The real application on its own database, driven without a port. Closed after the file's tests. With another app's
 * DATABASE_URL and SECRET_KEY it is a second server process of the same installation.
 */
export async function makeApp(
  env: Record<string, string> = {},
  { isFollowing = false, ...options }: MakeOptions = {},
): Promise<TestApp> {
  const url =
    env['DATABASE_URL'] ??
    (await createTestDatabase({ mode: env['MODE'] === 'production' ? 'production' : 'sandbox' })).url
  const config = readConfig({
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: url,
    LOG_LEVEL: 'info',
    // Nothing listens there: a test without the stand-in calls nobody outside.
    TELEGRAM_API_URL: 'https://127.0.0.1:9',
    ...env,
  })
  const logged: string[] = []
  const log = createLog(config.logLevel, { write: (line) => void logged.push(line) })
  // Races make long queues, and the machine is busy with other work.
  const watched = options.telemetry ? { telemetry: options.telemetry } : {}
  const pool = { poolSize: 6, applicationName: 'yuxian-test', connectionTimeoutMs: 30_000 }
  const db = createDb({ url, ...pool, ...watched })
  // Follows the maintenance switch as a server process does; its background reads would disturb tests that count
  // statements.
  const switched = isFollowing ? await followMaintenance(db) : null
  const maintenance = switched ? { maintenance: switched.view } : {}
  const app = await buildApp({ config, db, log, patienceMs: 30_000, ...options, ...maintenance })
  atFileEnd(async () => {
    await switched?.stop()
    await app.close()
    await db.close()
  })
  return { app, db, config, logged, inject: (options) => app.inject(options), call: makeCall(app) }
}

function makeCall(app: FastifyInstance): TestApp['call'] {
  return async (route, input, options = {}) => {
    const response = await app.inject({
      method: route.method,
      url: route.path,
      headers: {
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...options.headers,
      },
      ...(options.address ? { remoteAddress: options.address } : {}),
      ...(route.method === 'GET' ? { query: input as Record<string, string> } : { payload: input as object }),
    })
    const body = response.json() as { success: boolean; code?: string; data: never }
    const header = response.headers['authorization']
    return {
      status: response.statusCode,
      text: response.body,
      code: body.code ?? null,
      data: body.data,
      token: typeof header === 'string' ? header.replace('Bearer ', '') : null,
      response,
    }
  }
}
