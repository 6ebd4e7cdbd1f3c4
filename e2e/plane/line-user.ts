import { DAY_MS } from '../../contract/durations.ts'
import type { Line } from '../../contract/lines.ts'
import { buildSession } from '../../server/test/build/build-session.ts'
import { buildAccount } from '../../server/test/build/factories.ts'
import { buildPackage, GB } from '../../server/test/build/money-factories.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import type { PlaneStage } from './plane-stage.ts'

export type LineUser = Awaited<ReturnType<typeof buildLineUser>>

/** A user who has bought a package, with the calls of their portal. */
export async function buildLineUser(stage: PlaneStage, { totalBytes = 100 * GB, email = '' } = {}) {
  const { db, portal } = stage
  const account = await buildAccount(db, email ? { email } : {})
  const { id: packageId } = await buildPackage(db, { trafficBytes: totalBytes })
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const plan = { packageId, period: 'month', totalBytes, lineLimit: 5, deviceLimit: 3 } as const
  const expiresAt = new Date(Date.now() + 30 * DAY_MS)
  await db.kysely
    .insertInto('subscriptions')
    .values({ ...owner, ...plan, expiresAt })
    .execute()
  const token = await buildSession(db, account)
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await fetch(portal.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as { success: boolean; data: T }
    if (!answer.success) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const lines = async () => (await call<{ lines: Line[] }>('GET', '/api/line/list')).lines
  return {
    ...account,
    call,
    lines,
    /** Installs a line. Returns the address that a client imports, after the node has applied it. */
    async install(nodeId: number): Promise<string> {
      await call('POST', '/api/line/install', { nodeId })
      return this.activeUri(nodeId)
    },
    async activeUri(nodeId: number): Promise<string> {
      const line = async () => (await lines()).find((one) => one.nodeId === nodeId)
      await waitUntil(async () => (await line())?.state === 'active', 'the line to be active')
      return (await line())!.connection!.uri
    },
    usedBytes: async () => (await call<{ usedBytes: number }>('POST', '/api/user/info', { dailiKey: 0 })).usedBytes,
  }
}
