import { createHash, createHmac } from 'node:crypto'
import type { Static, TSchema } from 'typebox'

import { nodeApi } from '../../../contract/node-api.ts'
import { nodeHeaders, nodeSignatureText } from '../../../contract/node-signature.ts'
import type { Route } from '../../../contract/route.ts'
import { issueEnrolToken } from '../../domains/nodes/operator.ts'
import { clock } from '../../platform/clock.ts'
import type { TestApp } from '../run/make-app.ts'

/** The claims of a signed call; a test can make each one wrong. */
type Claims = {
  nodeId?: number | string
  epoch?: number | string
  time?: number | string
  secret?: string
  signature?: string
  /** Sent instead of the signed body. */
  sentBody?: string
  sentPath?: string
}
export type TestAgent = {
  nodeId: number
  epoch: number
  secret: string
  ask<R extends Route<TSchema, TSchema>>(
    route: R,
    input: Static<R['input']>,
    claims?: Claims,
  ): Promise<{ status: number; code: string | null; text: string; data: Static<R['output']> }>
}

/** Enrols over the wire, as an operator and an agent do. */
export async function enrolAgent(made: Pick<TestApp, 'app' | 'db' | 'call'>, nodeId: number): Promise<TestAgent> {
  const { token } = await issueEnrolToken({ db: made.db, now: clock.now() }, nodeId, 'operator:test')
  const { data, code } = await made.call(nodeApi.enrol, { token, agentVersion: 'test' })
  if (code !== null) throw new Error(`The enrolment was refused: ${code}`)
  const { secret, epoch } = data
  return { nodeId, epoch, secret, ask: (route, input, claims = {}) => send(route, input, claims) }

  async function send(route: Route<TSchema, TSchema>, input: unknown, claims: Claims) {
    const query = route.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const path = route.path + query
    const body = route.method === 'GET' ? '' : JSON.stringify(input)
    const { sentBody = body, sentPath = path } = claims
    const headers = { ...signed({ method: route.method, path, body }, claims), ...jsonHeader(sentBody) }
    const carrier = sentBody === '' ? {} : { payload: sentBody }
    const response = await made.app.inject({ method: route.method, url: sentPath, headers, ...carrier })
    const answer = response.json() as { code?: string; data: never }
    return { status: response.statusCode, text: response.body, code: answer.code ?? null, data: answer.data }
  }

  function signed(call: { method: string; path: string; body: string }, claims: Claims): Record<string, string> {
    const time = String(claims.time ?? Math.floor(clock.now().getTime() / 1000))
    const shownEpoch = String(claims.epoch ?? epoch)
    const bodyHash = call.body === '' ? '' : createHash('sha256').update(call.body).digest('hex')
    const text = nodeSignatureText({ method: call.method, path: call.path, epoch: shownEpoch, time, bodyHash })
    return {
      [nodeHeaders.node]: String(claims.nodeId ?? nodeId),
      [nodeHeaders.epoch]: shownEpoch,
      [nodeHeaders.time]: time,
      [nodeHeaders.signature]:
        claims.signature ??
        createHmac('sha256', claims.secret ?? secret)
          .update(text)
          .digest('hex'),
    }
  }
}

function jsonHeader(body: string): Record<string, string> {
  return body === '' ? {} : { 'content-type': 'application/json' }
}

/** A report of a node without problems. */
export function stateReport(
  overrides: Partial<Static<typeof nodeApi.state.input>> = {},
): Static<typeof nodeApi.state.input> {
  return {
    boot: 'boot-1',
    engine: 'running',
    appliedRevision: 0,
    failed: [],
    agentVersion: 'test',
    cpuPercent: 1,
    memoryPercent: 2,
    connections: 0,
    upBps: 0,
    downBps: 0,
    addresses: [],
    ...overrides,
  }
}
