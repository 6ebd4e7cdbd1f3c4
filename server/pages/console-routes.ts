import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { DEFAULT_RESELLER_KEY } from '../../contract/app-key.ts'
import { brandOf, CONSOLE_ACCENT, CONSOLE_ICON } from '../../contract/brand.ts'
import { changedLimits } from '../../contract/limits.ts'
import { buildName, type PageStart } from '../../contract/page.ts'
import type { Config } from '../config.ts'
import { sendText } from '../platform/http/compress.ts'
import { languageOfRequest } from '../platform/http/envelope.ts'
import { randomNonce } from '../platform/secrets/crypto.ts'
import { fillPage } from './fill-page.ts'
import { sendPreparing } from './preparing-page.ts'
import { schemeOf } from './scheme-of.ts'
import { consolePolicy } from './security-headers.ts'

export type ConsoleOptions = { config: Config; consoleDir: string; build: string }

/**
 * The console's one page and its files. The page learns from its first call whose office it is, so it shows no brand
 * before sign-in. Passkeys belong to one host, so the console lives only at PUBLIC_URL's host.
 */
export async function registerConsole(app: FastifyInstance, { config, consoleDir, build }: ConsoleOptions) {
  const findTemplate = makeFindTemplate(consoleDir, build)
  const home = new URL(config.publicUrl)
  await app.register(staticFiles, {
    root: path.join(consoleDir, 'static'),
    prefix: '/console/static/',
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    // The first start serves the portal before the console is there.
    suppressWarning: true,
    allowedPath: () => findTemplate() !== null,
    setHeaders: (reply, file) => {
      // These files keep their names across builds.
      if (path.dirname(file).endsWith('static')) reply.header('cache-control', 'public, max-age=3600')
    },
  })
  for (const url of ['/console', '/console/*']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      void reply.header('x-robots-tag', 'noindex').header('cache-control', 'private, no-store')
      if (request.host !== home.host) return reply.redirect(home.origin + request.url, 307)
      const nonce = randomNonce()
      const language = languageOfRequest(request)
      const title = TITLES[language]
      const brand = { ...brandOf(DEFAULT_RESELLER_KEY), title, accent: CONSOLE_ACCENT }
      const scheme = schemeOf(request)
      const template = findTemplate()
      if (template === null) return sendPreparing(reply, { brand, language, scheme, nonce })
      const start: PageStart = {
        brand: { ...brand, icon: CONSOLE_ICON },
        language,
        scheme,
        sandbox: config.mode === 'sandbox',
        build,
        timeZone: config.businessTz,
        limits: changedLimits,
      }
      void reply
        .header('content-security-policy', consolePolicy(nonce))
        .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
        .header('cross-origin-opener-policy', 'same-origin')
        .header('vary', 'accept-encoding, accept-language, cookie')
        .type('text/html; charset=utf-8')
      return sendText(request, reply, fillPage(template, start, nonce))
    })
  }
}

const TITLES = { 'zh-CN': '控制台', 'zh-TW': '控制台', en: 'Console' } as const

/** The page, once it is built from the portal's sources: the hash is the last file of a build. */
function makeFindTemplate(consoleDir: string, build: string): () => string | null {
  let template: string | null = null
  return () => {
    if (template !== null) return template
    const hashFile = path.join(consoleDir, '.build-hash')
    const isBuilt = existsSync(hashFile) && buildName(readFileSync(hashFile, 'utf8')) === build
    if (isBuilt) template = readFileSync(path.join(consoleDir, 'page.html'), 'utf8')
    return template
  }
}
