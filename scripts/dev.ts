import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createServer, type Plugin } from 'vite'

import { parseAppKey } from '../contract/app-key.ts'
import { brandOf } from '../contract/brand.ts'
import { pickLanguage } from '../contract/languages.ts'
import { changedLimits } from '../contract/limits.ts'
import { DEFAULT_TIME_ZONE } from '../contract/page.ts'
import { fillPage } from '../server/pages/fill-page.ts'
import { passedOn, runServer } from './dev-server.ts'
import { root } from './step.ts'

/**
 * `npm run dev`: the server restarts when its files change, and Vite serves portal and console and updates them in
 * place. Open Vite's address. It passes calls on to the server, and /console to the console's own Vite. Pages here are
 * not prerendered and have no content security policy.
 */
const serverPort = Number(process.env.PORT ?? 3000)
const vitePort = serverPort + 1
const target = `http://127.0.0.1:${serverPort}`
const server = runServer(vitePort)

const office = await createServer({
  configFile: path.join(root, 'console/vite.config.ts'),
  plugins: [pages('console')],
  server: { port: vitePort + 1, strictPort: true, host: '127.0.0.1', proxy: passOn(['/api']) },
})
const vite = await createServer({
  configFile: path.join(root, 'portal/vite.config.ts'),
  plugins: [pages('portal')],
  server: {
    port: vitePort,
    // The server makes links to exactly this port.
    strictPort: true,
    host: '127.0.0.1',
    proxy: { ...passOn(passedOn), '/console': { target: `http://127.0.0.1:${vitePort + 1}`, ws: true } },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.stop(signal))
await Promise.all([office.listen(), vite.listen()]).catch((error: unknown) => {
  server.stop('SIGTERM')
  throw error
})
vite.printUrls()

/** With the browser's own Host: the server refuses calls of another site. */
function passOn(paths: readonly string[]) {
  return Object.fromEntries(paths.map((at) => [at, { target, changeOrigin: false }]))
}

function pages(app: 'portal' | 'console'): Plugin {
  return {
    name: 'yuxian-pages',
    configureServer: (dev) => () => {
      dev.middlewares.use(async (request, response) => {
        const url = new URL(request.originalUrl ?? '/', target)
        const key =
          parseAppKey(url.searchParams.get('app_key') ?? /app_key=([^;]+)/.exec(request.headers.cookie ?? '')?.[1])
            ?.key ?? 0
        const template = await dev.transformIndexHtml(
          url.pathname,
          await readFile(path.join(root, app, 'index.html'), 'utf8'),
        )
        const start = {
          brand: brandOf(key),
          language: pickLanguage(request.headers['accept-language']),
          scheme: 'auto' as const,
          sandbox: true,
          build: 'dev',
          timeZone: process.env['BUSINESS_TZ'] || DEFAULT_TIME_ZONE,
          limits: changedLimits,
        }
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(fillPage(template, start, 'dev'))
      })
    },
  }
}
