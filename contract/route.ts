import type { TSchema } from 'typebox'

import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may call. Required on every route: a route without a guard does not compile. `anyone` is public, but recognises a
 * user by a valid token. `node` is a node agent with a signature, `monitor` has a monitor token, `staff` is a member at
 * the console.
 */
export type Access = 'public' | 'anyone' | 'user' | 'partner' | 'node' | 'monitor' | 'staff'
export type Method = 'GET' | 'POST'

/**
 * The data that a staff route works on. `reseller`: one reseller's; platform staff name it in `?reseller=260`.
 * `platform`: platform staff only. `any`: the member's own account, or one reseller's if one is named.
 */
export type StaffScope = 'reseller' | 'platform' | 'any'

type StaffFields<S extends StaffScope> = {
  /** The permission that the caller needs; `own` is the member's own account and open to every member. */
  permission: Permission | 'own'
  /** Left out: `reseller`. */
  scope?: S
  /** Asks for the factor again when it was last confirmed more than 10 minutes ago. */
  stepUp?: true
  /**
   * `never`: no API key opens it, whatever it may. `spends`: a key opens it although members must step up, as far as its
   * daily limit goes; the call takes what it spends from that limit.
   */
  byKey?: 'never' | 'spends'
  /** Creates or moves money: an API key must name the call, so that repeated it happens once. */
  once?: true
  /** Staff of a suspended reseller may still make this change. */
  whenSuspended?: true
  /** The page calls it on its own, so it does not keep a session alive. */
  polls?: true
  /**
   * For lists: the extra permissions for sorting by a column or filtering by a field. Anything not named here is free:
   * every reader of the list sees it in the rows.
   */
  needs?: { sorts?: Record<string, readonly Permission[]>; fields?: Record<string, readonly Permission[]> }
  /** For own routes: open to members who have not set the required factor yet. */
  withoutFactor?: true
}
type NoStaffFields = { [K in keyof StaffFields<StaffScope>]?: never }

type Said<I extends TSchema, O extends TSchema, A extends Access, E extends ErrorCode, S extends StaffScope> = {
  access: A
  /** JSON body of a POST, or query string of a GET. */
  input: I
  output: O
  /** One line for the API documentation. */
  summary: string
  /** For a public GET with the same answer for everybody: how long caches may keep it. */
  cacheS?: number
  /**
   * The answer holds what opens something: a key, a code, a credential. It is never compressed: beside text that somebody
   * else chose, its length would tell them what it holds.
   */
  secret?: true
  /** A larger limit for the body than the usual one. */
  bodyMaxBytes?: number
  /** Left out: only what every call can answer. */
  errors?: readonly E[]
} & (A extends 'staff' ? StaffFields<S> : NoStaffFields)

export type Route<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
  A extends Access = Access,
  E extends ErrorCode = ErrorCode,
  S extends StaffScope = StaffScope,
> = Said<I, O, A, E, S> & { method: Method; path: `/api/${string}`; errors: readonly E[] }

export function route<
  I extends TSchema,
  O extends TSchema,
  const A extends Access,
  const E extends ErrorCode = never,
  const S extends StaffScope = 'reseller',
>(call: `${Method} /api/${string}`, said: Said<I, O, A, E, S>): Route<I, O, A, E, S> {
  const [method, path] = call.split(' ') as [Method, `/api/${string}`]
  return { ...said, method, path, errors: said.errors ?? [] }
}
