import type { Static } from 'typebox'

import { api } from '../../contract/api.ts'
import type { Route } from '../../contract/route.ts'
import type { World } from '../world.ts'
import type { Wanted } from './load.ts'

/** Makes one call over the wire, to prepare a measurement. */
export async function call<R extends Route>(
  { server }: Pick<World, 'server'>,
  route: R,
  input: Static<R['input']>,
  token?: string,
): Promise<Static<R['output']>> {
  const { method, path, headers, body } = asked(route, input, token)
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body } : {}),
  })
  const { data, code } = (await answer.json()) as { data: Static<R['output']>; code?: string }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${code}`)
  return data
}

/** The same call as a request for the load generator. */
export function asked<R extends Route>({ method, path }: R, input: Static<R['input']>, token?: string): Wanted {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  if (method !== 'GET') return { method, path, headers, body: JSON.stringify(input) }
  const query = new URLSearchParams(input as Record<string, string>).toString()
  return { method, path: query ? `${path}?${query}` : path, headers }
}

export async function signIn(world: World, who: { userName: string; passWord: string }): Promise<string> {
  const { token } = await call(world, api.sessions.login, { ...who, dailiKey: 0, remember: false })
  return token.replace(/^Bearer /, '')
}
