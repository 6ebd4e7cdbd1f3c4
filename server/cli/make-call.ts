import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

import type { ErrorCode } from '../../contract/errors.ts'
import { permissions } from '../../contract/permissions.ts'
import { consoleRoutes } from '../calls.ts'
import { noteRefusal } from '../domains/staff/note-refusal.ts'
import type { StaffActor } from '../platform/context.ts'
import type { Db } from '../platform/db/db.ts'
import { fail, Refusal, type RefusalExtra } from '../platform/errors.ts'
import { registerRoutes, type RouteDeps } from '../platform/http/bind.ts'
import { CONSOLE_COOKIE } from '../platform/http/console-cookie.ts'
import { LONG_PATIENCE_MS } from '../platform/http/patient-requests.ts'
import { createHttpServer } from '../platform/http/server.ts'
import type { StaffRoute } from '../platform/http/staff-guard.ts'
import { createLog } from '../platform/log.ts'
import type { CliCtx } from './command.ts'

type Given = { input: Record<string, unknown>; reseller: number | null; outFile: string | null }
type Envelope = { success: boolean; code: ErrorCode; data?: Record<string, unknown> }

/**
 * Makes the call as the console does, with the same checks, on an application of its own that listens nowhere: whoever
 * may run a command on the machine is the operator, so there is no session to find.
 */
export async function makeCall(ctx: CliCtx, route: StaffRoute, { input, reseller, outFile }: Given): Promise<unknown> {
  const app = await createHttpServer(ctx.config, createLog('silent'), LONG_PATIENCE_MS)
  const broken: Error[] = []
  app.addHook('onError', async (_request, _reply, error) => void broken.push(error))
  registerRoutes(
    app,
    consoleRoutes.filter((bound) => bound.route.path === route.path),
    depsOf(ctx),
  )
  try {
    const named = reseller === null ? {} : { reseller: String(reseller) }
    const isRead = route.method === 'GET'
    const response = await app.inject({
      method: route.method,
      url: route.path,
      query: { ...(isRead ? textsOf(input) : {}), ...named },
      headers: { cookie: `${CONSOLE_COOKIE}=operator`, 'accept-language': 'en' },
      ...(isRead ? {} : { payload: input }),
      payloadAsStream: true,
    })
    if (response.statusCode === 200 && outFile !== null) {
      await pipeline(response.stream(), createWriteStream(outFile, { mode: 0o600, flags: 'wx' }))
      return { file: outFile }
    }
    const { success, code, data } = JSON.parse(await textOf(response.stream())) as Envelope
    if (success) return data
    if (code === 'server.error' && broken[0]) throw broken[0]
    throw new Refusal(code, extraOf(data))
  } finally {
    await app.close()
  }
}

function depsOf({ db, config, actor, now }: CliCtx): RouteDeps {
  const operator: StaffActor = {
    kind: 'staff',
    staffId: 0,
    operator: actor,
    name: actor,
    resellerId: null,
    roleName: 'operator',
    permissions: new Set(permissions),
    sessionId: actor,
    provedAt: now,
  }
  const member = { hasFactor: true, isDemo: false, isRecovered: false, isSuspended: false, isKnown: true }
  const nobody = async () => null
  return {
    db: db as Db,
    config,
    authenticateStaff: async () => ({ actor: operator, ...member }),
    authenticateUser: nobody,
    authenticateMonitor: nobody,
    authenticateNode: async () => fail('auth.required'),
    authenticateKey: nobody,
    noteRefusal,
  }
}

function textsOf(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
}

async function textOf(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

function extraOf(data: Envelope['data']): RefusalExtra {
  if (!data) return {}
  const { fields, ...others } = data
  return { data: others, ...(fields ? { fields: fields as Record<string, string> } : {}) }
}
