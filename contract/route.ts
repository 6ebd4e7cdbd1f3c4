import type { TSchema } from 'typebox'

import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may call. Required on every route: a route without a guard does not compile. `anyone` is public, but knows a
 * signed-in user when a valid token comes along. `node` is a node agent by its signature, `monitor` somebody with a
 * monitor token, `staff` a member at the console.
 */
export type Access = 'public' | 'anyone' | 'user' | 'partner' | 'node' | 'monitor' | 'staff'
export type Method = 'GET' | 'POST'

/**
 * Whose things a staff route is about. `reseller`: one reseller's; platform staff name it in `?reseller=260`. `platform`:
 * for platform staff alone. `any`: the own account, or one reseller's where one is named.
 */
export type StaffScope = 'reseller' | 'platform' | 'any'

type StaffFields<S extends StaffScope> = {
  /** What the caller must be allowed; `own` is the member's own account and open to every member. */
  permission: Permission | 'own'
  /** Left out: one reseller's. */
  scope?: S
  /** Asks for the factor again when the last time is over 10 minutes ago. */
  stepUp?: true
  /** A change that staff of a suspended reseller may still make. */
  whenSuspended?: true
  /** Asked by the page on its own: does not keep a session alive. */
  polls?: true
  /**
   * Of a list: what its reader must be allowed beside `permission` to sort by a column, or to narrow it by a field. What
   * is not named here is plain: every reader of the list sees it in the rows.
   */
  needs?: { sorts?: Record<string, Permission>; fields?: Record<string, Permission> }
  /** Of an own route: open to who has not set the required factor yet. */
  withoutFactor?: true
}
type NoStaffFields = { [K in keyof StaffFields<StaffScope>]?: never }

export type Route<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
  A extends Access = Access,
  E extends ErrorCode = ErrorCode,
  S extends StaffScope = StaffScope,
> = {
  method: Method
  path: `/api/${string}`
  access: A
  /** JSON body of a POST, query string of a GET. */
  input: I
  output: O
  errors: readonly E[]
  /** One line for the API documentation. */
  summary: string
  /** Of a public GET whose answer is the same for everybody: how long it may be kept by whoever is in between. */
  cacheS?: number
} & (A extends 'staff' ? StaffFields<S> : NoStaffFields)

export function route<
  I extends TSchema,
  O extends TSchema,
  const A extends Access,
  const E extends ErrorCode = never,
  const S extends StaffScope = 'reseller',
>(r: Route<I, O, A, E, S>): Route<I, O, A, E, S> {
  return r
}
