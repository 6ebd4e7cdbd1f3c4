import type { TSchema } from 'typebox'

import type { ErrorCode } from './errors.ts'

/**
 * Who may call. Required on every route: a route without a guard does not compile. `anyone` is public, but knows a
 * signed-in user when a valid token comes along. `node` is a node agent by its signature, `monitor` somebody with a
 * monitor token.
 */
export type Access = 'public' | 'anyone' | 'user' | 'partner' | 'node' | 'monitor'
export type Method = 'GET' | 'POST'

export type Route<
  I extends TSchema = TSchema,
  O extends TSchema = TSchema,
  A extends Access = Access,
  E extends ErrorCode = ErrorCode,
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
}

export function route<I extends TSchema, O extends TSchema, const A extends Access, const E extends ErrorCode = never>(
  r: Route<I, O, A, E>,
): Route<I, O, A, E> {
  return r
}
