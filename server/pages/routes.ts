import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import path from 'node:path'

import { isClosedPage } from '../../contract/maintenance-paths.ts'
import { BUILD_HEADER, WORKER_PATH } from '../../contract/page.ts'
import type { Config } from '../config.ts'
import type { AnswerOldPath } from '../domains/feeds/feed-route.ts'
import { readOldAddress } from '../domains/feeds/read-address.ts'
import type { Db } from '../platform/db/db.ts'
import { fail } from '../platform/errors.ts'
import { pickEncoding, sendText } from '../platform/http/compress.ts'
import { languageOfRequest } from '../platform/http/envelope.ts'
import { refuseFor, type MaintenanceView } from '../platform/http/maintenance-gate.ts'
import { registerConsole } from './console-routes.ts'
import { homeIconOf } from './home-icon.ts'
import { registerHosted } from './hosted/routes.ts'
import { sendMaintenance } from './maintenance-page.ts'
import { manifestOf } from './manifest.ts'
import { pageBrand } from './page-brand.ts'
import { readPageFiles } from './page-files.ts'
import { preparePages } from './prepare-pages.ts'
import { schemeOf } from './scheme-of.ts'
import { WORKER_CSP } from './security-headers.ts'

/** A sign-in is a name, a password and a captcha; it is never larger. */
const EARLY_SUBMIT_MAX_BYTES = 16 * 1024

export type PortalOptions = {
  db: Db
  config: Config
  portalDir: string
  consoleDir: string
  maintenance: MaintenanceView
  answerOldPath: AnswerOldPath
}

/** Everything a browser opens that is not an API call: pages of portal and console, their files, the manifest. */
export async function registerPortal(app: FastifyInstance, options: PortalOptions): Promise<void> {
  const { db, config, portalDir, consoleDir, maintenance, answerOldPath } = options
  const files = readPageFiles(portalDir)
  const prepared = preparePages(files, config)
  // Set it at the start: a streamed answer has no end at which to add it.
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header(BUILD_HEADER, files.build)
    done()
  })
  await app.register(staticFiles, {
    root: path.join(portalDir, 'static'),
    prefix: '/static/',
    wildcard: true,
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    setHeaders: (reply, file) => {
      // Brand drawings keep their name across builds; everything else is named by its hash.
      if (file.includes(`${path.sep}brand${path.sep}`)) reply.header('cache-control', 'public, max-age=3600')
    },
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOfRequest(request)
    const pathname = request.url.split('?', 1)[0] ?? '/'
    const template = files.pageFor(pathname, language)
    const page = prepared.of(await pageBrand(db, request), { template, language, scheme: schemeOf(request) })
    void reply
      .header('content-security-policy', page.policy)
      .header('cache-control', 'private, no-store')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('vary', 'accept-encoding, accept-language, cookie')
      .type('text/html; charset=utf-8')
    if (!pickEncoding(request, ['gzip'])) return reply.send(page.plain)
    return reply.header('content-encoding', 'gzip').send(page.gzipped)
  }

  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    const { brand } = await pageBrand(db, request)
    return reply.type('application/manifest+json').header('cache-control', 'private, no-store').send(manifestOf(brand))
  })
  app.get('/apple-touch-icon.png', { schema: { hide: true } }, async (request, reply) => {
    const { brand } = await pageBrand(db, request)
    const { type, body } = await homeIconOf(brand, portalDir)
    return reply.type(type).header('cache-control', 'private, max-age=3600').send(body)
  })
  app.get(WORKER_PATH, { schema: { hide: true } }, async (request, reply) => {
    void reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return sendText(request, reply.header('content-security-policy', WORKER_CSP), files.worker)
  })
  registerHosted(app, { db, config })
  await registerConsole(app, { config, consoleDir, build: files.build })
  acceptEarlySubmits(app)
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '/'
    const isLooking = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isLooking && !/^\/(api|static|sub|files|hosted|console|internal)(\/|$)/.test(pathname)
    const now = maintenance()
    if (isLooking && readOldAddress(request.url)) {
      // A client would take the page for its document.
      if (now.isOn) refuseFor(now)
      const answered = await answerOldPath(request, reply, () => sendPage(request, reply))
      if (answered) return answered
    }
    if (isPage && now.isOn && isClosedPage(pathname)) return sendMaintenance({ db, config }, request, reply, now)
    if (isPage) return sendPage(request, reply)
    return fail('request.unknown_path')
  })
}

/**
 * A form sent before the script has loaded arrives as a plain POST. Drop its fields unread and show the page again: the
 * password was in a body, never in an address.
 */
function acceptEarlySubmits(app: FastifyInstance): void {
  void app.register(async (scope) => {
    const options = { parseAs: 'buffer' as const, bodyLimit: EARLY_SUBMIT_MAX_BYTES }
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, _body, done) =>
      done(null, undefined),
    )
    for (const page of ['/login', '/reg', '/find_pass', '/loginMonitor']) {
      scope.post(page, { schema: { hide: true } }, async (request, reply) => {
        const query = request.url.split('?')[1]
        return reply.redirect(query ? `${page}?${query}` : page, 303)
      })
    }
  })
}
