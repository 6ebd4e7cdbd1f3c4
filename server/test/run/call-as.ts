import type { InjectOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'

import type { Route } from '../../../contract/route.ts'
import type { Answer, TestApp } from './make-app.ts'

export type CallOptions = {
  /** Platform staff, and their keys, name the reseller they work in. */
  reseller?: number | string
  address?: string
  headers?: Record<string, string>
}

/** Console calls of somebody whom these headers prove. An answer's `token` is the cookie that it sets. */
export function callAs(app: TestApp['app'], headers: Record<string, string>) {
  return async <R extends Route<TSchema, TSchema>>(
    route: R,
    input: Static<R['input']>,
    options: CallOptions = {},
  ): Promise<Answer<R['output']>> => {
    const query: Record<string, string> = options.reseller === undefined ? {} : { reseller: String(options.reseller) }
    const carrier: InjectOptions =
      route.method === 'GET' ? { query: { ...query, ...(input as object) } } : { query, payload: input as object }
    const response = await app.inject({
      method: route.method,
      url: route.path,
      headers: { ...headers, ...options.headers },
      ...(options.address ? { remoteAddress: options.address } : {}),
      ...carrier,
    })
    const body = response.json() as { code?: string; data: never }
    const { statusCode: status, body: text } = response
    const token = response.cookies.find(({ name }) => name === 'yx_console')?.value ?? null
    return { status, text, code: body.code ?? null, data: body.data, token, response }
  }
}
