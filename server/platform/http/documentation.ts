import { fastify, type FastifyInstance, type RouteOptions } from 'fastify'

import { fail } from '../errors.ts'
import { randomToken } from '../secrets/crypto.ts'
import { apiIntroduction } from './api-introduction.ts'
import { sendText } from './compress.ts'
import { consoleIntroduction } from './console-introduction.ts'

const SPEC_PATH = '/api/openapi.json'
const KEYS_PATH = '/api/docs/console'
const KEYS_SPEC_PATH = `${KEYS_PATH}/openapi.json`
const NONCE = 'nonce-of-this-answer'

type Described = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>
/** The calls of the portal's document, and those that keys open. */
type Documents = { portal: Described[]; keys: Described[] }
const describedBy = new WeakMap<FastifyInstance, Documents>()

/** Call before registering the routes it describes. */
export function describeRoutes(app: FastifyInstance): void {
  const documents: Documents = { portal: [], keys: [] }
  describedBy.set(app, documents)
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (method === 'HEAD') return
    const described = { method, url, ...(schema && { schema }), ...(config && { config }) }
    if (schema?.hide !== true) documents.portal.push(described)
    const forKeys = config?.forKeys
    if (forKeys)
      documents.keys.push({ ...described, schema: { ...schema, ...forKeys, hide: false, tags: [areaOf(url)] } })
  })
}

/** `/api/console/cards/buy` is about cards. */
function areaOf(url: string): string {
  return url.split('/')[3] ?? 'console'
}

type About = { title: string; description: string; securitySchemes: object }

/** Uses a separate application without real handlers: the document writer takes 5 MB, and few ever ask for it. */
async function writeDocument(described: readonly Described[], about: About): Promise<string> {
  const { default: swagger } = await import('@fastify/swagger')
  const writer = fastify({ exposeHeadRoutes: false })
  writer.setValidatorCompiler(() => () => true)
  await writer.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: about.title, description: about.description, version: '1' },
      components: { securitySchemes: about.securitySchemes as never },
    },
    transform: ({ schema, url, route }) => {
      const answer = route.config?.answer
      return { schema: answer ? { ...schema, response: { 200: answer } } : schema, url }
    },
  })
  for (const route of described) writer.route({ ...route, handler: () => {} })
  await writer.ready()
  return JSON.stringify(writer.swagger())
}

const bearer = { type: 'http', scheme: 'bearer' }
const forPortal: About = {
  title: 'Yuxian',
  description: apiIntroduction,
  securitySchemes: {
    user: bearer,
    partner: bearer,
    monitor: bearer,
    node: { type: 'apiKey', in: 'header', name: 'x-yx-signature' },
  },
}
const forKeys: About = { title: 'Yuxian console', description: consoleIntroduction, securitySchemes: { key: bearer } }

/** Serves the documents, each with a page that shows it. */
export function serveDocumentation(app: FastifyInstance): void {
  const { portal, keys } = describedBy.get(app) ?? { portal: [], keys: [] }
  serveDocument(app, { spec: KEYS_SPEC_PATH, page: KEYS_PATH, write: () => writeDocument(keys, forKeys) })
  serveDocument(app, { spec: SPEC_PATH, page: '/api/docs', write: () => writeDocument(portal, forPortal) })
}

type Served = { spec: string; page: `/${string}`; write: () => Promise<string> }

function serveDocument(app: FastifyInstance, { spec, page: at, write }: Served): void {
  let document: Promise<string> | null = null
  app.get(spec, { schema: { hide: true } }, async (request, reply) => {
    // The page below has no origin, so the browser treats it as another site; the document is public.
    void reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8')
    return sendText(request, reply, await (document ??= write()))
  })
  let reader: Promise<FastifyInstance> | null = null
  for (const url of [at, `${at}/*`]) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      const page = await (reader ??= openReader(at, spec))
      const { statusCode, headers, body } = await page.inject(request.url)
      if (statusCode === 404) fail('request.unknown_path')
      const type = String(headers['content-type'] ?? '')
      const nonce = randomToken(16)
      void reply.code(statusCode).header('content-security-policy', policyOf(nonce))
      if (headers.location) void reply.header('location', headers.location)
      if (type) void reply.type(type)
      const isPage = type.startsWith('text/html')
      return reply.send(isPage ? body.replace('<head>', `<head>${STORAGE}`).replaceAll(NONCE, nonce) : body)
    })
  }
}

/** Loaded on the first visit, in a separate application: few ever ask, and importing it takes 300 ms and 15 MB. */
async function openReader(routePrefix: `/${string}`, url: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = fastify()
  await reader.register(scalar, { routePrefix, configuration: { ...READER, url } })
  await reader.ready()
  return reader
}

/** A page without an origin has no storage, and the reader does not start without one: give it one that forgets. */
const STORAGE = `<script nonce="${NONCE}">
for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map()
  const value = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, String(text)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() { return kept.size },
  }
  Object.defineProperty(window, name, { value })
}
</script>`

/** Only a reader: no requests from here, no services of other products, no address but ours. */
const READER = {
  pageTitle: 'Yuxian API',
  nonce: NONCE,
  withDefaultFonts: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  telemetry: false,
  customCss: 'a[href*="scalar.com"]{display:none}',
} as const

/**
 * A sandbox without our origin: whatever the reader's script does, it sees neither token nor cookie, and none of its
 * calls counts as ours. The reader builds its styles at run time.
 */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts',
  ].join('; ')
}
