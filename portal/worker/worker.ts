import { parseAppKey } from '../../contract/app-key.ts'
import { BUILD_HEADER, WORKER_PATH } from '../../contract/page.ts'
import { filesCacheOf, isFilesCache, KEPT_CACHE, KEPT_KEY_HEADER, KEPT_PAGE } from './places.ts'
import { openPushed, showPushed } from './pushed.ts'
import type { AskedEvent, WorkerScope } from './scope.ts'

declare const self: WorkerScope
/** Written by the build: the build's name, and the files that the user area needs. */
declare const BUILD: string
declare const FILES: readonly string[]

const LOOK_AGAIN_MS = 3_600_000
let lookedAtMs = Number.NEGATIVE_INFINITY
let hasLeft = false

self.addEventListener('install', (event) => event.waitUntil(keepFiles()))
// It waits until no page of the last build is open, so that nothing changes under a reader.
self.addEventListener('activate', (event) => event.waitUntil(dropOldFiles()))
self.addEventListener('push', (event) => event.waitUntil(showPushed(self, event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPushed(self, event)))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (hasLeft || request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    // Not in a frame: what another site shows around us is that site's matter.
    if (request.destination === 'document' && isUserPage(url)) event.respondWith(openPage(event, url))
  } else if (url.pathname.startsWith('/static/')) {
    event.respondWith(openFile(event, url))
  }
})

async function keepFiles(): Promise<void> {
  const cache = await caches.open(filesCacheOf(BUILD))
  await cache.addAll(FILES)
}

/** The kept page may be older than this worker; it keeps its files. */
async function dropOldFiles(): Promise<void> {
  const page = await readKeptPage()
  const needed = [BUILD, page?.headers.get(BUILD_HEADER) ?? BUILD].map(filesCacheOf)
  const names = (await caches.keys()).filter((name) => isFilesCache(name) && !needed.includes(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Where an installed app starts, and the user area. Every other page is left to the browser. */
function isUserPage({ pathname }: URL): boolean {
  return isStart(pathname) || /^\/user(\/|$)/i.test(pathname)
}

function isStart(pathname: string): boolean {
  return pathname === '/' || /^\/login\/?$/i.test(pathname)
}

/** The server's page, whatever it says; only without any answer the kept one. */
async function openPage(event: AskedEvent, url: URL): Promise<Response> {
  try {
    const answer = await fetch(event.request)
    const isOther = answer.headers.get(BUILD_HEADER) !== BUILD
    if (isOther || Date.now() - lookedAtMs > LOOK_AGAIN_MS) event.waitUntil(leaveIfGone().catch(() => {}))
    return answer
  } catch (error) {
    const kept = await keptPageFor(url)
    if (kept) return kept
    throw error
  }
}

/** Null for the page of another reseller, and when a file of its build is missing. */
async function keptPageFor(url: URL): Promise<Response | null> {
  const page = await readKeptPage()
  if (!page) return null
  const named = url.searchParams.get('app_key')
  if (named !== null && String(parseAppKey(named)?.key ?? 0) !== page.headers.get(KEPT_KEY_HEADER)) return null
  if (!(await caches.has(filesCacheOf(page.headers.get(BUILD_HEADER) ?? '')))) return null
  // A message tells why somebody is not signed in: such a page must not lead back.
  if (!isStart(url.pathname)) return page
  return url.searchParams.has('message') ? null : Response.redirect('/user')
}

async function readKeptPage(): Promise<Response | undefined> {
  return caches.match(KEPT_PAGE, { cacheName: KEPT_CACHE })
}

/** Files are named by their content, so a kept one is the right one. Brand drawings keep their name: ask first. */
async function openFile(event: AskedEvent, { pathname }: URL): Promise<Response> {
  const kept = () => caches.match(event.request, { ignoreVary: true })
  const isDrawing = pathname.startsWith('/static/brand/')
  const had = isDrawing ? undefined : await kept()
  if (had) return had
  try {
    const answer = await fetch(event.request)
    if (answer.status === 200) event.waitUntil(keepFile(event.request, answer.clone()))
    return answer
  } catch (error) {
    const drawing = isDrawing ? await kept() : undefined
    if (drawing) return drawing
    throw error
  }
}

async function keepFile(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(filesCacheOf(BUILD))
    await cache.put(request, answer)
  } catch {
    // The disk is full: the file comes from the network again.
  }
  // It has left while the file was on its way: then nothing may stay behind.
  if (hasLeft) await caches.delete(filesCacheOf(BUILD))
}

/** A server without a worker has taken it back, for example an older release: leave, and leave nothing behind. */
async function leaveIfGone(): Promise<void> {
  lookedAtMs = Date.now()
  const { ok, status, headers } = await fetch(WORKER_PATH, { method: 'HEAD', cache: 'no-store' })
  const isServed = ok && /javascript/.test(headers.get('content-type') ?? '')
  const isGone = status === 404 || status === 410 || (ok && headers.has(BUILD_HEADER))
  if (isServed || !isGone) return
  hasLeft = true
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  await self.registration.unregister()
}
