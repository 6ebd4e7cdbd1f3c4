import { fastify, type FastifyInstance, type RouteOptions } from 'fastify'

import { fail } from '../errors.ts'
import { randomToken } from '../secrets/crypto.ts'
import { apiIntroduction } from './api-introduction.ts'

const SPEC_PATH = '/api/openapi.json'
const NONCE = 'nonce-of-this-answer'

type Described = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>
const describedBy = new WeakMap<FastifyInstance, Described[]>()

/** Call before registering the routes it describes. */
export function describeRoutes(app: FastifyInstance): void {
  const described: Described[] = []
  describedBy.set(app, described)
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    if (method !== 'HEAD' && schema?.hide !== true)
      described.push({ method, url, ...(schema && { schema }), ...(config && { config }) })
  })
}

/** Uses a separate application without real handlers: the document writer takes 5 MB, and few ever ask for it. */
async function writeDocument(described: readonly Described[]): Promise<string> {
  const { default: swagger } = await import('@fastify/swagger')
  const writer = fastify({ exposeHeadRoutes: false })
  writer.setValidatorCompiler(() => () => true)
  await writer.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Yuxian', description: apiIntroduction, version: '1' },
      components: {
        securitySchemes: {
          user: { type: 'http', scheme: 'bearer' },
          partner: { type: 'http', scheme: 'bearer' },
          monitor: { type: 'http', scheme: 'bearer' },
          node: { type: 'apiKey', in: 'header', name: 'x-yx-signature' },
        },
      },
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

/** Serves the document and a page that shows it. */
export function serveDocumentation(app: FastifyInstance): void {
  let document: Promise<string> | null = null
  app.get(SPEC_PATH, { schema: { hide: true } }, async (_request, reply) => {
    // The page below has no origin, so the browser treats it as another site; the document is public.
    void reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8')
    return (document ??= writeDocument(describedBy.get(app) ?? []))
  })
  let reader: Promise<FastifyInstance> | null = null
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      const page = await (reader ??= openReader())
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
async function openReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = fastify()
  await reader.register(scalar, { routePrefix: '/api/docs', configuration: READER })
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
  url: SPEC_PATH,
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
