import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Language } from '../../../contract/languages.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db.ts'
import { languageOfRequest } from '../../platform/http/envelope.ts'
import { pageBrand } from '../page-brand.ts'
import { schemeOf } from '../scheme-of.ts'
import { hostedPage } from './layout.ts'

/** Who asks: the language and the reseller whose brand the page wears. */
export type HostedView = { language: Language; resellerId: number }
export type HostedDeps = { db: Db; config: Config }
export type HostedBody = { title: string; html: string; status?: number }

/** Answers one hosted page in its reader's brand, language and colours. */
export async function sendHosted(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (view: HostedView) => HostedBody | Promise<HostedBody>,
): Promise<FastifyReply> {
  const { brand } = await pageBrand(db, request)
  const language = languageOfRequest(request)
  const nonce = randomBytes(16).toString('base64')
  const isFramed = request.headers['sec-fetch-dest'] === 'iframe'
  const { title, html, status = 200 } = await make({ language, resellerId: brand.key })
  return reply
    .code(status)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    )
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8')
    .send(hostedPage({ brand, language, scheme: schemeOf(request), nonce, isFramed }, title, html))
}
