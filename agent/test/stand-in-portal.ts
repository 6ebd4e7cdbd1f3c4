import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { NodeLook, NodeSetup, NodeUser } from '../../contract/node-api.ts'
import { nodeHeaders } from '../../contract/node-signature.ts'
import { patient } from '../../test/patience.ts'
import { itemsOf } from '../count/counts.ts'
import type { BatchAnswer, BatchInput, LooksInput, StateAnswer, StateInput } from '../portal.ts'
import { signedHeaders } from '../sign.ts'

export type Fault = 'none' | 'away' | 'busy' | 'lost answer'

export const identity = { nodeId: 1, secret: 'a secret only the node and its portal know', epoch: 1 }

export function userOf(number: number, credential: string, more: Partial<NodeUser> = {}): NodeUser {
  const never = { notAfter: null, bytesLeft: null, deviceLimit: 0, port: null }
  return { number, generation: 1, state: 'on', credential, mode: 'standard', ...never, ...more }
}

/** Speaks the node API like the real portal, on loopback, with faults on request. */
export class StandInPortal {
  url = ''
  setup: NodeSetup
  revision = 1
  epoch = 1
  leaseMs = 3_600_000
  clockSkewMs = 0
  duplicates = 0
  refusedSignatures = 0
  over: StateAnswer['over'] = []
  /** Numbers to name in the next answer to a batch. They are off from then on. */
  cutNext: number[] = []
  /** Where users on a lifeline get to. */
  places: string[] = []
  /** Other nodes to look at, and what the agent told of them. */
  looks: NodeLook[] = []
  readonly looked: LooksInput[] = []
  readonly users = new Map<number, NodeUser>()
  readonly batches = new Map<string, BatchInput>()
  readonly states: StateInput[] = []
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #sums = new Map<number, { up: number; down: number }>()
  readonly #changedAt = new Map<number, number>()
  /** Addresses of each line, the oldest first. */
  readonly #devices = new Map<number, string[]>()
  readonly #server: Server

  constructor(setup: NodeSetup) {
    this.setup = setup
    this.#server = createServer((request, response) => {
      void this.#answer(request, response).finally(() => this.#events.emit('call'))
    })
  }

  /** Called before every request. */
  fault: (path: string) => Fault = () => 'none'
  refuseBatch: (batch: BatchInput) => boolean = () => false

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    this.#events.emit('changed')
    await closed
  }

  /** Bytes of a lifeline stand under the line's negative number. */
  bytesOf(number: number): { up: number; down: number } {
    return this.#sums.get(number) ?? { up: 0, down: 0 }
  }

  set(...changed: NodeUser[]): void {
    this.revision += 1
    for (const user of changed) {
      this.users.set(user.number, user)
      this.#changedAt.set(user.number, this.revision)
    }
    this.#events.emit('changed')
  }

  off(...numbers: number[]): void {
    const gone = { state: 'off', credential: null, notAfter: null, bytesLeft: null, port: null } as const
    this.set(...numbers.map((number) => ({ ...userOf(number, ''), ...this.users.get(number), ...gone })))
  }

  /** Resolves when the condition holds. It is checked after every call. */
  async until(holds: () => boolean, quietLimitMs = 20_000): Promise<void> {
    const signal = AbortSignal.timeout(patient(quietLimitMs))
    while (!holds()) await once(this.#events, 'call', { signal })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const fault = this.fault(path)
    if (fault === 'away') return void request.socket.destroy()
    if (fault === 'busy') return send(response, 503, { success: false, code: 'server.unavailable' })
    let body = ''
    for await (const part of request) body += String(part)
    const refusal = this.#refuse(request, body)
    if (refusal) return send(response, refusal === 'node.epoch' ? 409 : 403, { success: false, code: refusal })
    const data = await this.#take(path, request.url ?? '', body === '' ? {} : (JSON.parse(body) as object))
    if (data === null) return send(response, 422, { success: false, code: 'node.batch_refused' })
    if (fault === 'lost answer') return void request.socket.destroy()
    send(response, 200, { success: true, data })
  }

  #refuse(request: IncomingMessage, body: string): string | null {
    if (request.url === '/api/node/v1/enrol') return null
    const unixSeconds = Number(request.headers[nodeHeaders.time])
    const epoch = Number(request.headers[nodeHeaders.epoch])
    const signed = { method: request.method ?? '', pathWithQuery: request.url ?? '', body, unixSeconds }
    const expected = signedHeaders({ ...identity, epoch }, signed)[nodeHeaders.signature]
    const isFresh = Math.abs(unixSeconds * 1_000 - Date.now() - this.clockSkewMs) < 60_000
    if (expected !== request.headers[nodeHeaders.signature] || !isFresh) {
      this.refusedSignatures += 1
      return 'node.refused'
    }
    return epoch === this.epoch ? null : 'node.epoch'
  }

  async #take(path: string, url: string, body: object): Promise<object | null> {
    if (path.endsWith('/enrol')) return { ...identity, setup: this.setup }
    if (path.endsWith('/users')) return this.#usersSince(new URL(url, this.url).searchParams)
    if (path.endsWith('/batches')) return this.#count(body as BatchInput)
    if (path.endsWith('/looks')) {
      this.looked.push(body as LooksInput)
      return { looks: this.looks }
    }
    const state = body as StateInput
    this.states.push(state)
    const seqs = [...this.batches.values()].filter(({ boot }) => boot === state.boot).map(({ seq }) => seq)
    return { over: [...this.over, ...this.#beyond(state)], lastSeq: Math.max(0, ...seqs) }
  }

  #beyond({ addresses: lines }: StateInput): StateAnswer['over'] {
    return lines.flatMap(({ number, addresses }) => {
      const known = [...new Set([...(this.#devices.get(number) ?? []), ...addresses])]
      this.#devices.set(number, known)
      const late = new Set(known.slice(this.users.get(number)?.deviceLimit || Infinity))
      const over = addresses.filter((address) => late.has(address))
      return over.length > 0 ? [{ number, addresses: over }] : []
    })
  }

  async #usersSince(query: URLSearchParams): Promise<object> {
    const since = Number(query.get('since'))
    const waitMs = Number(query.get('wait')) * 1_000
    if (since === this.revision && waitMs > 0) {
      await once(this.#events, 'changed', { signal: AbortSignal.timeout(waitMs) }).catch(() => {})
    }
    const isAll = since < this.setup.settingsRevision
    const changed = [...this.users.values()].filter(({ number }) => isAll || (this.#changedAt.get(number) ?? 0) > since)
    const now = Date.now() + this.clockSkewMs
    return {
      revision: this.revision,
      full: isAll,
      setup: isAll ? this.setup : null,
      now: new Date(now).toISOString(),
      leaseUntil: new Date(now + this.leaseMs).toISOString(),
      users: isAll ? changed.filter(({ state }) => state === 'on') : changed,
      ...(query.get('lifeline') === 'true' ? { places: this.places } : {}),
    }
  }

  #count(batch: BatchInput): object | null {
    if (this.batches.has(batch.batchId)) {
      this.duplicates += 1
      return { duplicate: true, cut: [], left: this.#left(batch) }
    }
    if (this.refuseBatch(batch)) return null
    this.batches.set(batch.batchId, batch)
    for (const { number, up, down } of itemsOf(batch)) {
      const sum = this.bytesOf(number)
      this.#sums.set(number, { up: sum.up + up, down: sum.down + down })
    }
    const left = this.#left(batch)
    const cut = this.cutNext.splice(0)
    if (cut.length > 0) this.off(...cut)
    const lifelineLeft = (batch.lifeline ?? []).map(({ number }) => {
      const { up, down } = this.bytesOf(-number)
      return { number, bytesLeft: Math.max(0, (this.users.get(number)?.bytesLeft ?? 0) - up - down) }
    })
    return { duplicate: false, cut, left, lifelineLeft }
  }

  #left(batch: BatchInput): BatchAnswer['left'] {
    return batch.items.map(({ number }) => {
      const granted = this.users.get(number)?.bytesLeft ?? null
      const { up, down } = this.bytesOf(number)
      return { number, bytesLeft: granted === null ? null : Math.max(0, granted - up - down) }
    })
  }
}

export async function startStandInPortal(setup: NodeSetup): Promise<StandInPortal> {
  const portal = new StandInPortal(setup)
  await portal.start()
  return portal
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
