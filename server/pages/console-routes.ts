import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { DEFAULT_RESELLER_KEY } from '../../contract/app-key.ts'
import { brandOf, CONSOLE_ACCENT, CONSOLE_ICON } from '../../contract/brand.ts'
import { changedLimits } from '../../contract/limits.ts'
import type { PageStart } from '../../contract/page.ts'
import type { Config } from '../config.ts'
import { languageOfRequest } from '../platform/http/envelope.ts'
import { randomNonce } from '../platform/secrets/crypto.ts'
import { fillPage } from './fill-page.ts'
import { schemeOf } from './scheme-of.ts'
import { consolePolicy } from './security-headers.ts'
import { sendText } from './send-text.ts'

export type ConsoleOptions = { config: Config; consoleDir: string; build: string }

/**
 * The console's one page and its files. The page learns from its first call whose office it is, so it shows no brand
 * before sign-in. Passkeys belong to one host, so the console lives only at PUBLIC_URL's host.
 */
export async function registerConsole(app: FastifyInstance, { config, consoleDir, build }: ConsoleOptions) {
  const template = readFileSync(path.join(consoleDir, 'page.html'), 'utf8')
  const home = new URL(config.publicUrl)
  await app.register(staticFiles, {
    root: path.join(consoleDir, 'static'),
    prefix: '/console/static/',
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
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
      const start: PageStart = {
        brand: {
          ...brandOf(DEFAULT_RESELLER_KEY),
          title: TITLES[language],
          icon: CONSOLE_ICON,
          accent: CONSOLE_ACCENT,
        },
        language,
        scheme: schemeOf(request),
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
