import type { Static, TSchema } from 'typebox'

import { nodeApi } from '../contract/node-api.ts'
import { signedHeaders, type Identity } from './sign.ts'

type Call = { method: 'GET' | 'POST'; path: string; input: TSchema; output: TSchema }
export type UsersAnswer = Static<typeof nodeApi.users.output>
export type BatchInput = Static<typeof nodeApi.batches.input>
export type BatchAnswer = Static<typeof nodeApi.batches.output>
export type StateInput = Static<typeof nodeApi.state.input>
export type StateAnswer = Static<typeof nodeApi.state.output>
export type LooksInput = Static<typeof nodeApi.looks.input>
type LooksAnswer = Static<typeof nodeApi.looks.output>

/** The portal answered with a refusal. `code` is one of contract/errors.ts. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, hint = '') {
    super(`the portal refused: ${code}${hint}`)
    this.status = status
    this.code = code
  }
}

const ANSWER_TIMEOUT_MS = 15_000

export type Portal = ReturnType<typeof openPortal>

export function openPortal(server: string, identity: Identity) {
  const ask = <C extends Call>(
    call: C,
    input: Static<C['input']>,
    options: { signal?: AbortSignal; ms?: number } = {},
  ) => request(server, call, input as object, { ...options, identity }) as Promise<Static<C['output']>>
  return {
    users: (
      { since, wait, lifeline }: { since: number; wait: number; lifeline: boolean },
      signal: AbortSignal,
    ): Promise<UsersAnswer> => {
      const input = { since, wait, ...(lifeline ? { lifeline } : {}) }
      return ask(nodeApi.users, input, { signal, ms: wait * 1_000 + ANSWER_TIMEOUT_MS })
    },
    batch: (batch: BatchInput, signal?: AbortSignal): Promise<BatchAnswer> =>
      ask(nodeApi.batches, batch, signal ? { signal } : {}),
    state: (state: StateInput, signal?: AbortSignal): Promise<StateAnswer> =>
      ask(nodeApi.state, state, signal ? { signal } : {}),
    looks: (looks: LooksInput, signal: AbortSignal): Promise<LooksAnswer> => ask(nodeApi.looks, looks, { signal }),
  }
}

export function enrolAtPortal(server: string, token: string, agentVersion: string) {
  const answer = request(server, nodeApi.enrol, { token, agentVersion }, {})
  return answer as Promise<Static<typeof nodeApi.enrol.output>>
}

type Options = { identity?: Identity; signal?: AbortSignal; ms?: number }

async function request(server: string, call: Call, input: object, { identity, signal, ms }: Options): Promise<unknown> {
  const fields = Object.entries(input).map(([key, value]): [string, string] => [key, String(value)])
  const query = call.method === 'GET' ? `?${new URLSearchParams(fields)}` : ''
  const url = new URL(server.replace(/\/$/, '') + call.path + query)
  const body = call.method === 'GET' ? '' : JSON.stringify(input)
  const unixSeconds = Math.floor(Date.now() / 1_000)
  const pathWithQuery = url.pathname + url.search
  const signature = identity ? signedHeaders(identity, { method: call.method, pathWithQuery, body, unixSeconds }) : {}
  const timeout = AbortSignal.timeout(ms ?? ANSWER_TIMEOUT_MS)
  const response = await fetch(url, {
    method: call.method,
    headers: { ...signature, ...(body === '' ? {} : { 'content-type': 'application/json' }) },
    ...(body === '' ? {} : { body }),
    // Do not follow redirects: a signature is valid for one server only.
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  const answer = (await response.json().catch(() => null)) as {
    success?: boolean
    data?: unknown
    code?: unknown
  } | null
  if (response.ok && answer?.success) return answer.data
  const code = typeof answer?.code === 'string' ? answer.code : `status ${response.status}`
  throw new Refused(response.status, code, code === 'node.refused' ? clockHint(response) : '')
}

/** A wrong clock is the most common reason for a refused signature, and the operator can fix it. */
function clockHint(response: Response): string {
  const offSeconds = Math.round((Date.now() - Date.parse(response.headers.get('date') ?? '')) / 1_000)
  if (!(Math.abs(offSeconds) > 50)) return ''
  return `; this machine's clock is ${Math.abs(offSeconds)} s ${offSeconds > 0 ? 'ahead of' : 'behind'} the portal's`
}
