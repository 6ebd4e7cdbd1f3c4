import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

import type { Language } from '../../../contract/languages.ts'
import type { Db } from '../../platform/db.ts'
import { languageOfRequest } from '../../platform/http/envelope.ts'
import { pageBrand } from '../page-brand.ts'
import { agreement } from './agreement.ts'
import { help } from './help.ts'
import { hostedPage, type HostedContent } from './layout.ts'

const pages: Record<string, Record<Language, HostedContent>> = { agreement, help }

/** The pages a reseller shows before it has set addresses of its own. */
export function registerHosted(app: FastifyInstance, db: Db): void {
  for (const [name, content] of Object.entries(pages)) {
    app.get(`/hosted/${name}`, { schema: { hide: true } }, async (request, reply) => {
      const { brand } = await pageBrand(db, request)
      const language = languageOfRequest(request)
      const nonce = randomBytes(16).toString('base64')
      return reply
        .header(
          'content-security-policy',
          `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
        )
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(hostedPage(brand, language, nonce, content[language]))
    })
  }
}
