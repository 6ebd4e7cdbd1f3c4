import type { FastifyRequest } from 'fastify'

import { RequestKey } from '../../../contract/fields.ts'
import { fail } from '../errors.ts'
import type { StaffRoute } from './staff-guard.ts'

type Patterned = { pattern?: string }
const KEY_PATTERN = (RequestKey as Patterned).pattern
const [LEAST, MOST] = [8, 150]
const SHAPE = new RegExp(`^[\\w.:-]{${LEAST},${MOST}}$`)
const HEADER = 'idempotency-key'

/**
 * Programs name a call that must not happen twice in the header `Idempotency-Key`; pages do it in the body. Puts the
 * name into the body where a call has it there, in the name of the key: two programs may count alike.
 */
export async function nameKeyCall(request: FastifyRequest, route: StaffRoute): Promise<void> {
  const short = request.staff?.actor.apiKey?.short
  const body = request.body
  if (short === undefined || route.method !== 'POST') return
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const given = readHeader(request)
  if (!takesKey(route)) {
    if (route.once) request.onceKey = `${short}:${given ?? missing()}`
    return
  }
  const inBody = (body as { key?: unknown }).key
  if (given !== null && inBody !== undefined && inBody !== given)
    fail('request.invalid', { fields: { key: 'together' } })
  const key = given ?? inBody
  if (key === undefined) missing()
  if (given === null && typeof key === 'string' && (key.length < LEAST || key.length > MOST)) {
    fail('request.invalid', { fields: { key: `${LEAST} to ${MOST} characters, this one has ${key.length}` } })
  }
  // Any other wrong one in the body is refused with the other fields.
  if (typeof key === 'string' && SHAPE.test(key)) request.body = { ...body, key: `${short}:${key}` }
}

/** The header is a quoted string; most programs leave the quotes out. */
function readHeader({ headers }: FastifyRequest): string | null {
  const text = headers[HEADER]
  if (text === undefined) return null
  const key = String(text).replace(/^"(.*)"$/, '$1')
  if (SHAPE.test(key)) return key
  const isLong = key.length >= LEAST && key.length <= MOST
  const rule = isLong ? 'pattern' : `${LEAST} to ${MOST} characters, this one has ${key.length}`
  return fail('request.invalid', { fields: { [HEADER]: rule } })
}

function missing(): never {
  fail('request.invalid', { fields: { [HEADER]: 'required' } })
}

function takesKey({ input }: StaffRoute): boolean {
  return (input as { properties?: Record<string, Patterned> }).properties?.['key']?.pattern === KEY_PATTERN
}
