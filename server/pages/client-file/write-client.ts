import { FileAnswer } from '../../../contract/console/list.ts'
import { RequestKey } from '../../../contract/fields.ts'
import type { Route } from '../../../contract/route.ts'
import { typeText, type Schema } from './write-type.ts'

export type RouteTable = Readonly<Record<string, Readonly<Record<string, Route>>>>
/** A program of one file, and its types. */
export type ClientFile = { code: string; types: string }

/** The calls that an API key can open, as functions: `client.users.list({ search: 'lee' })`. */
export function writeClient(table: RouteTable, isOpen: (route: Route) => boolean): ClientFile {
  const areas = Object.entries(table)
    .map(([area, routes]) => ({
      area,
      calls: Object.entries(routes).filter(([, route]) => isOpen(route) && route.output !== FileAnswer),
    }))
    .filter(({ calls }) => calls.length > 0)
  const paths = Object.fromEntries(
    areas.map(({ area, calls }) => [
      area,
      Object.fromEntries(calls.map(([name, { method, path }]) => [name, `${method} ${path}`])),
    ]),
  )
  const members = areas.map(({ area, calls }) => {
    return `  ${area}: {\n${calls.map(([name, route]) => callText(name, route)).join('\n')}\n  }`
  })
  return {
    code: `const CALLS = ${JSON.stringify(paths, null, 2)}\n${RUNTIME}`,
    types: `${TYPES}\nexport interface Client {\n${members.join('\n')}\n}\n`,
  }
}

/** What must not happen twice needs a name, and only the header carries it. */
function callText(name: string, route: Route): string {
  const { summary, input, output, method, path } = route
  const once = route.once === true || hasKey(input as Schema)
  const given = once ? withoutKey(input as Schema) : (input as Schema)
  const mark = (given.required ?? []).length === 0 && !once ? '?' : ''
  const options = once ? 'options: OnceOptions' : 'options?: CallOptions'
  return `    /** ${summary.replaceAll('*/', '* /')}. ${method} ${path} */
    ${name}(input${mark}: ${typeText(given, '    ')}, ${options}): Promise<${typeText(output as Schema, '    ')}>`
}

const hasKey = ({ properties }: Schema) => properties?.['key']?.pattern === (RequestKey as Schema).pattern

function withoutKey({ properties = {}, required = [], ...schema }: Schema): Schema {
  const { key: _key, ...others } = properties
  return { ...schema, properties: others, required: required.filter((field) => field !== 'key') }
}

const TYPES = `/** Calls of Yuxian's console for programs that have an API key. Made from the code of the server that serves it. */
export interface ClientOptions {
  /** Where the console is, such as https://user.example.com */
  url: string
  /** The API key, from the console. Keep it on your server: whoever has it can do what it may. */
  key: string
  /** For keys of the platform: the reseller whose data the calls are about. */
  reseller?: number
  /** For the texts of refusals: zh-CN, zh-TW or en. */
  language?: string
  fetch?: typeof globalThis.fetch
}
export interface CallOptions {
  reseller?: number
  signal?: AbortSignal
}
export interface OnceOptions extends CallOptions {
  /** Sent again with the same input, the call does nothing new and gets the first answer. Made up by the caller. */
  idempotencyKey: string
}
/** What the server said when it refused. */
export class ApiError extends Error {
  status: number
  /** Stable; the message is for people. */
  code: string
  /** Wrong fields of the input, each with the rule it broke. */
  fields: Record<string, string>
  /** Seconds until the next try makes sense; null when trying again does not help. */
  retryAfterS: number | null
}
export function createClient(options: ClientOptions): Client
`

const RUNTIME = `
export class ApiError extends Error {
  constructor(status, { code = 'server.error', message = '', data } = {}, retryAfter = null) {
    super(\`\${status} \${code}: \${message}\`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = data?.fields ?? {}
    this.retryAfterS = retryAfter === null ? null : Number(retryAfter)
  }
}

export function createClient(options) {
  const call = (what) => (input, more) => send(options, what, input, more)
  const members = Object.entries(CALLS).map(([area, calls]) => [
    area,
    Object.fromEntries(Object.entries(calls).map(([name, what]) => [name, call(what)])),
  ])
  return Object.fromEntries(members)
}

async function send(options, what, input = {}, more = {}) {
  const [method, path] = what.split(' ')
  const address = new URL(path, options.url)
  const reseller = more.reseller ?? options.reseller
  if (reseller !== undefined) address.searchParams.set('reseller', String(reseller))
  const headers = { authorization: \`Bearer \${options.key}\`, 'accept-language': options.language ?? 'en' }
  if (more.idempotencyKey !== undefined) headers['idempotency-key'] = more.idempotencyKey
  if (method === 'GET') {
    for (const [name, value] of Object.entries(input)) {
      if (value !== undefined) address.searchParams.set(name, String(value))
    }
  } else headers['content-type'] = 'application/json'
  const answer = await (options.fetch ?? fetch)(address, {
    method,
    headers,
    redirect: 'error',
    signal: more.signal,
    body: method === 'GET' ? undefined : JSON.stringify(input),
  })
  const body = await answer.json().catch(() => ({}))
  if (!answer.ok || body.success !== true) throw new ApiError(answer.status, body, answer.headers.get('retry-after'))
  return body.data
}
`
