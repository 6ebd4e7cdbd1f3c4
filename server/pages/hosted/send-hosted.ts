import type { FastifyReply, FastifyRequest } from 'fastify'

import { type Language, languageOf } from '../../../contract/languages.ts'
import { LANGUAGE_COOKIE, SCHEME_COOKIE } from '../../../contract/page.ts'
import { SYSTEMS, systemOfAgent, type System } from '../../../contract/systems.ts'
import type { Config } from '../../config.ts'
import type { Reseller } from '../../domains/resellers/queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { languageOfRequest } from '../../platform/http/envelope.ts'
import { randomNonce } from '../../platform/secrets/crypto.ts'
import { pageBrand } from '../page-brand.ts'
import { schemeNamed, schemeOf } from '../scheme-of.ts'
import { frameAncestors } from '../security-headers.ts'
import { hostedPage } from './layout.ts'

/** The reader's language, and the reseller whose brand the page shows. */
export type HostedView = {
  language: Language
  resellerId: number
  brandTitle: string
  /** Null when the reseller has no row or the database is away. */
  reseller: Reseller | null
  /** Whether links may replace the whole window; not when the window is another site's or the demo's. */
  mayLeave: boolean
  isFramed: boolean
  /** The reader's system: the chosen one, else the browser's. */
  system: System
  /** This page's own address with other values. */
  self(changes: Record<string, string>): string
  /** Names and values of this page's address without some, for the fields of a form. */
  kept(without: readonly string[]): [name: string, value: string][]
}
export type HostedDeps = { db: Db; config: Config }
/**
 * `againS`: the page loads itself again after this time. `hasForms`: its forms may be sent to this server. `script`: the
 * one that it runs; it tells the site that it leads to from which one its reader comes.
 */
export type HostedBody = {
  title: string
  html: string
  status?: number
  againS?: number
  hasForms?: boolean
  script?: string
}

/**
 * Sends a hosted page in the reader's brand, language and colours. The portal names them in the address, because
 * another site's frame and the demo have no cookie for them.
 */
export async function sendHosted(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (view: HostedView) => HostedBody | Promise<HostedBody>,
): Promise<FastifyReply> {
  const { brand, reseller } = await pageBrand(db, request)
  const query = request.query as Record<string, unknown>
  const language = languageOf(String(query[LANGUAGE_COOKIE])) ?? languageOfRequest(request)
  const scheme = schemeNamed(query[SCHEME_COOKIE]) ?? schemeOf(request)
  const nonce = randomNonce()
  const isFramed = request.headers['sec-fetch-dest'] === 'iframe'
  const {
    title,
    html,
    status = 200,
    againS,
    hasForms = false,
    script,
  } = await make({
    language,
    resellerId: brand.key,
    brandTitle: brand.title,
    reseller,
    mayLeave: query['iframe'] === undefined,
    isFramed,
    system: SYSTEMS.find((system) => system === query['system']) ?? systemOfAgent(request.headers['user-agent'] ?? ''),
    self: (changes) => `?${new URLSearchParams({ ...textsOf(query), ...changes })}`,
    kept: (without) => Object.entries(textsOf(query)).filter(([name]) => !without.includes(name)),
  })
  if (againS !== undefined) void reply.header('refresh', String(againS))
  return reply
    .code(status)
    .header(
      'content-security-policy',
      `default-src 'none'; ${script === undefined ? '' : `script-src 'nonce-${nonce}'; `}style-src 'nonce-${nonce}'; img-src 'self' data:; base-uri 'none'; form-action ${hasForms ? "'self'" : "'none'"}; ${frameAncestors(reseller)}`,
    )
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8')
    .send(hostedPage({ brand, language, scheme, nonce, isFramed, script }, title, html))
}

/** Without the ticket: it was for this one load, and no link carries it on. */
function textsOf(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[0] !== 'ticket',
    ),
  )
}
