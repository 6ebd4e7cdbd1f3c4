import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'

import type { Route } from '../../../contract/route.ts'
import { needsFactor, type Config } from '../../config.ts'
import { clock } from '../clock.ts'
import { isProved, type StaffActor } from '../context.ts'
import { fail } from '../errors.ts'
import { admitsDemo } from '../secrets/demo-door.ts'
import { readConsoleCookie } from './console-cookie.ts'
import { keyOfRequest } from './key-header.ts'
import { isLocalCall } from './near-caller.ts'

/** The calling member and the reseller they work in; null where a call concerns no reseller or all. */
export type StaffPass = { actor: StaffActor; resellerId: number | null }
type StaffCall = {
  now: Date
  /** The page polls by itself: this does not keep the session alive. */
  polls: boolean
  /** The reseller named in the call. */
  reseller: number | null
}
export type AuthenticatedStaff = {
  actor: StaffActor
  hasFactor: boolean
  isDemo: boolean
  /** The member got in by mailbox and factor a short while ago. */
  isRecovered: boolean
  /** The member's own reseller is suspended. */
  isSuspended: boolean
  /** The named reseller exists. */
  isKnown: boolean
}
export type AuthenticateStaff = (token: string, asked: StaffCall) => Promise<AuthenticatedStaff | null>
/** How often a key may call, and how much of that is left. */
export type KeyRate = { perMinute: number; left: number; leftMs: number; isOver: boolean }
export type AuthenticatedKey = AuthenticatedStaff & { rate: KeyRate }
/** Null: there is no such key, or it has ended. Refuses a call from an address that the key does not name. */
export type AuthenticateKey = (
  text: string,
  asked: Omit<StaffCall, 'polls'> & { address: string },
) => Promise<AuthenticatedKey | null>

export type StaffRoute = Route<TSchema, TSchema, 'staff'>
type Deps = { config: Config; authenticateStaff: AuthenticateStaff; authenticateKey: AuthenticateKey }

/** Guards the console: checks the cookie or the key, then the permissions, then the reseller. */
export async function guardStaff(
  request: FastifyRequest,
  reply: FastifyReply,
  route: StaffRoute,
  deps: Deps,
): Promise<void> {
  const now = clock.now()
  const token = readConsoleCookie(request)
  // With two credentials at once, it is unclear whose call it is.
  if (token && request.headers.authorization !== undefined) {
    fail('request.invalid', { fields: { authorization: 'together' } })
  }
  const reseller = takeNamedReseller(request)
  const asked = { now, polls: route.polls === true, reseller: typeof reseller === 'number' ? reseller : null }
  const key = token ? null : keyOfRequest(request)
  if (key !== null) return guardKey(request, reply, route, { deps, key, asked, reseller })
  const staff = (token && (await deps.authenticateStaff(token, asked))) || fail('auth.required')
  if (!admitsDemo(deps.config, staff.isDemo)) fail('auth.required')
  const { actor } = staff
  if (!staff.hasFactor && !route.withoutFactor) {
    if (needsFactor(deps.config, { isLocal: isLocalCall(request) })) fail('staff.factor_required')
  }
  if (route.permission !== 'own' && !actor.permissions.has(route.permission)) fail('staff.forbidden')
  request.staff = { actor, resellerId: placeOf(route, staff, reseller) }
  const isChange = route.method !== 'GET' && route.permission !== 'own'
  if (isChange && staff.isSuspended && !route.whenSuspended) fail('reseller.suspended')
  if (route.stepUp && route.permission !== 'own' && staff.isRecovered) fail('staff.recovered')
  if (route.stepUp && !isProved({ actor, now })) fail('staff.step_up')
}

type KeyCall = { deps: Deps; key: string; asked: StaffCall; reseller: Named }

/**
 * A program calls with a key. It has no account of its own, cannot step up, and changes nothing while its reseller is
 * suspended.
 */
async function guardKey(
  request: FastifyRequest,
  reply: FastifyReply,
  route: StaffRoute,
  { deps, key, asked, reseller }: KeyCall,
): Promise<void> {
  const found = (await deps.authenticateKey(key, { ...asked, address: request.ip })) ?? fail('auth.required')
  if (!admitsDemo(deps.config, found.isDemo)) fail('auth.required')
  tellRate(reply, found.rate)
  const { actor } = found
  if (route.permission === 'own' || route.byKey === 'never') fail('staff.forbidden')
  if (!actor.permissions.has(route.permission)) fail('staff.forbidden')
  request.staff = { actor, resellerId: placeOf(route, found, reseller) }
  if (route.method !== 'GET' && found.isSuspended) fail('reseller.suspended')
  if (route.stepUp && route.byKey !== 'spends') fail('staff.step_up')
}

/** The headers of draft-ietf-httpapi-ratelimit-headers; a call too many gets 429 with the seconds to wait. */
function tellRate(reply: FastifyReply, { perMinute, left, leftMs, isOver }: KeyRate): void {
  const leftS = Math.max(1, Math.ceil(leftMs / 1000))
  void reply.header('ratelimit-policy', `"key";q=${perMinute};w=60`).header('ratelimit', `"key";r=${left};t=${leftS}`)
  if (isOver) fail('request.too_many', { retryAfterS: leftS })
}

type Named = number | 'none' | 'wrong'

/** Removes the reseller from the query: the call's own input does not know it. */
function takeNamedReseller(request: FastifyRequest): Named {
  const query = request.query as Record<string, unknown>
  const named = query['reseller']
  delete query['reseller']
  if (named === undefined) return 'none'
  return typeof named === 'string' && /^(0|[1-9]\d{0,8})$/.test(named) ? Number(named) : 'wrong'
}

function placeOf({ scope = 'reseller' }: StaffRoute, staff: AuthenticatedStaff, named: Named): number | null {
  const { resellerId: own, permissions } = staff.actor
  if (own !== null) {
    if (named !== 'none' && named !== own) fail('object.unknown')
    return scope === 'platform' ? fail('staff.forbidden') : own
  }
  if (scope === 'platform') return null
  if (named === 'none') return scope === 'any' ? null : fail('request.invalid', { fields: { reseller: 'required' } })
  if (named === 'wrong') fail('object.unknown')
  // The platform's staff work in key 0 anyway.
  if (named !== 0 && !permissions.has('resellers.enter')) fail('staff.forbidden')
  return staff.isKnown ? named : fail('object.unknown')
}
