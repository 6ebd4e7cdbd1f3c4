import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

const SPEC_PATH = '/api/openapi.json'

/** Must be registered before the routes it describes. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Yuxian', description: 'User center of a network-line service sold by resellers', version: '1' },
      components: {
        securitySchemes: {
          user: { type: 'http', scheme: 'bearer' },
          partner: { type: 'http', scheme: 'bearer' },
          monitor: { type: 'http', scheme: 'bearer' },
          node: { type: 'apiKey', in: 'header', name: 'x-yx-signature' },
        },
      },
    },
  })
}

/** The document and a page that reads it. The page is loaded on the first visit: it costs 300 ms to import. */
export function serveDocumentation(app: FastifyInstance): void {
  app.get(SPEC_PATH, { schema: { hide: true } }, async () => app.swagger())
  void app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      void reply.header('content-security-policy', DOCS_CSP)
    })
    const { default: scalar } = await import('@scalar/fastify-api-reference')
    await scope.register(scalar, {
      routePrefix: '/api/docs',
      configuration: { url: SPEC_PATH, withDefaultFonts: false },
    })
  })
}

// The reader builds its own styles at run time; it is a page apart that holds no session.
const DOCS_CSP =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
