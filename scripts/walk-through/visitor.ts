import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Static, TSchema } from 'typebox'

import { api } from '../../contract/api.ts'
import type { Route } from '../../contract/route.ts'

type Envelope<T> = { success: boolean; code?: string; data: T }
type Call = <R extends Route<TSchema, TSchema>>(route: R, input: Static<R['input']>) => Promise<Static<R['output']>>
export type Visitor = { call: Call; signIn(token: string): void }

/** Makes a browser's calls at the address of a reseller's own host. */
export function openBrowser(server: string, host: string): Visitor {
  let token: string | null = null
  return {
    signIn: (given) => void (token = given.replace('Bearer ', '')),
    async call(route, input) {
      const answer = await send(server, route, input, { host, ...(token ? { authorization: `Bearer ${token}` } : {}) })
      if (!answer.success) throw new Error(`${route.method} ${route.path}: ${answer.code}`)
      console.log(`  ${route.method} ${route.path}`)
      return answer.data as never
    },
  }
}

/** Do not use fetch: it would not let us set the Host header, and this host has no address. */
function send(
  server: string,
  route: Route<TSchema, TSchema>,
  input: unknown,
  headers: Record<string, string>,
): Promise<Envelope<unknown>> {
  const body = route.method === 'GET' ? null : JSON.stringify(input)
  const query = body === null ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const type = body === null ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(server + route.path + query, { method: route.method, headers: { ...headers, ...type } })
    sent.on('error', reject)
    sent.on('response', (response) => resolve(json(response) as Promise<Envelope<unknown>>))
    sent.end(body ?? undefined)
  })
}

/** Registers at the brand of the host, like the page does, with the proof of work. */
export async function register({ call, signIn }: Visitor, userName: string, passWord: string): Promise<number> {
  const daili = await call(api.resellers.keyByHost, {})
  const asked = await call(api.sessions.captcha, {})
  if (asked.kind !== 'pow') throw new Error('a picture was not asked for')
  const challenge = asked.challenge as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const { token } = await call(api.accounts.register, { userName, passWord, captcha, daili })
  signIn(token)
  return daili
}
