import type { UserInfo } from '../../contract/accounts.ts'
import { writeAppKey } from '../../contract/app-key.ts'
import type { Line } from '../../contract/lines.ts'
import { BUILD_HEADER, WORKER_PATH, WORKER_POLICY } from '../../contract/page.ts'
import { hasFlag } from '../../ui/device/flags.ts'
import { isInFrame, readPageStart } from '../../ui/device/page.ts'
import { chosenScheme } from '../../ui/device/scheme.ts'
import { isPageAlone } from '../../ui/device/storage.ts'
import type { Exchange } from '../../ui/http/exchange.ts'
import { currentLanguage } from '../../ui/words/word-store.ts'
import { useConfigState } from '../state/config.ts'
import { showKept } from '../state/kept.ts'
import { useUserState } from '../state/user.ts'
import { filesCacheOf, KEPT_CACHE, KEPT_KEY_HEADER, KEPT_PAGE } from '../worker/places.ts'
import { type Fact, keepBy } from './facts.ts'
import { readToken } from './token.ts'

/** Whose facts are kept. The token's hash ties them to the session: another user's token does not open them. */
type Owner = { key: number; iuser: string; token: string }

/** What home and the list of lines show. Kept without tickets and credentials. */
const FACTS: ReadonlySet<string> = new Set([
  '/api/user/info',
  '/api/daili/dailiConfig',
  '/api/daili/notCheck/whitelist',
  '/api/daili/notCheck/dailiKey',
  '/api/message/list',
  '/api/line/list',
  '/api/line/nodes',
  '/api/traffic/own',
])

const isFact = ({ url }: Exchange) => FACTS.has(url.split('?', 1)[0]!)

const OWNER = '/kept/owner'
const LOOK_HEADER = 'x-kept-look'
const HOST_KEY = '/api/daili/notCheck/dailiKey'

let work: Promise<unknown> = Promise.resolve()
/** One after the other: each looks at the owner first. Never rejects: what is not kept is only missing offline. */
const inTurn = (step: () => Promise<unknown>) => (work = work.then(step).catch(() => {}))

/**
 * Registers the service worker and keeps facts from now on. Not where another site or app frames the page, and silently
 * not where the browser has no worker or no storage.
 */
export async function startOffline(): Promise<void> {
  if (isPageAlone() || isInFrame() || hasFlag('iframe') || readPageStart().build === '') return
  try {
    await someone()
    const registration = await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' })
    for (const fact of keepBy((fact) => void inTurn(() => store(fact)))) void inTurn(() => store(fact))
    await installed(registration.installing)
    await inTurn(keepPage)
  } catch {
    // The page works without it.
  }
}

/** On a slow line the page is ready before it knows its user. */
function someone(): Promise<void> {
  return new Promise((resolve) => {
    if (useUserState.getState().knownInfo) return resolve()
    const stop = useUserState.subscribe(({ knownInfo }) => {
      if (!knownInfo) return
      stop()
      resolve()
    })
  })
}

type Policies = {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(of: ''): string }
}

function workerAddress(): string {
  const policies = (window as { trustedTypes?: Policies }).trustedTypes
  address ??= policies?.createPolicy(WORKER_POLICY, { createScriptURL: () => WORKER_PATH }).createScriptURL('')
  return address ?? WORKER_PATH
}
/** The browser lets a page make the policy once. */
let address: string | undefined

function installed(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve) => {
    if (!worker) return resolve()
    worker.addEventListener('statechange', () => resolve(), { once: true })
  })
}

async function store({ request, data, iuser }: Fact): Promise<void> {
  if (!isFact(request)) return
  const owner = await ownerNow()
  const whose = isInfo(request) ? (data as UserInfo).iuser : request.token === null ? null : (iuser ?? '')
  if (!owner || (whose !== null && whose !== owner.iuser)) return
  const cache = await cacheOf(owner)
  await cache.put(addressOf(owner, request), Response.json({ data: withoutSecrets(request, data), atMs: Date.now() }))
  // Signed out meanwhile.
  if (useUserState.getState().knownInfo?.iuser !== owner.iuser) await caches.delete(KEPT_CACHE)
}

/** The answer kept for the reseller and session of now; undefined without one, and without storage. */
export async function recall(request: Exchange): Promise<unknown> {
  return isFact(request) ? find(request).catch(() => undefined) : undefined
}

async function find(request: Exchange): Promise<unknown> {
  const token = await tokenHash()
  const owner = await readOwner()
  if (!owner || token === null || owner.token !== token) return undefined
  // Asked before the page knows its reseller.
  if (request.url === HOST_KEY) return owner.key
  if (owner.key !== useConfigState.getState().dailiKey) return undefined
  const kept = await caches.match(addressOf(owner, request), { cacheName: KEPT_CACHE })
  if (!kept) return undefined
  const { data, atMs } = (await kept.json()) as { data: unknown; atMs: number }
  showKept(atMs)
  return data
}

/** The frame of the user area in this brand, language and scheme. It shows nobody's data. */
async function keepPage(): Promise<void> {
  const { build } = readPageStart()
  const owner = await ownerNow()
  if (!owner || !(await caches.has(filesCacheOf(build)))) return
  const look = [build, owner.key, currentLanguage(), chosenScheme()].join(' ')
  const cache = await cacheOf(owner)
  if ((await cache.match(KEPT_PAGE))?.headers.get(LOOK_HEADER) === look) return
  const answer = await fetch(`/user/offline?app_key=${writeAppKey(owner.key)}`, { credentials: 'same-origin' })
  if (answer.status !== 200 || answer.headers.get(BUILD_HEADER) !== build) return
  const headers = new Headers(answer.headers)
  // The body is unpacked already.
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(KEPT_KEY_HEADER, String(owner.key))
  headers.set(LOOK_HEADER, look)
  await cache.put(KEPT_PAGE, new Response(await answer.blob(), { headers }))
}

async function ownerNow(): Promise<Owner | null> {
  const iuser = useUserState.getState().knownInfo?.iuser
  const token = await tokenHash()
  return iuser && token !== null ? { key: useConfigState.getState().dailiKey, iuser, token } : null
}

/** The cache of this owner; first deletes what another one left. */
async function cacheOf(owner: Owner): Promise<Cache> {
  const before = await readOwner()
  if (before && (before.key !== owner.key || before.iuser !== owner.iuser)) await caches.delete(KEPT_CACHE)
  const cache = await caches.open(KEPT_CACHE)
  if (JSON.stringify(before) !== JSON.stringify(owner)) await cache.put(OWNER, Response.json(owner))
  return cache
}

async function readOwner(): Promise<Owner | null> {
  const kept = await caches.match(OWNER, { cacheName: KEPT_CACHE })
  return kept ? ((await kept.json()) as Owner) : null
}

async function tokenHash(): Promise<string | null> {
  const token = readToken()
  if (token === null) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function addressOf({ key, iuser }: Owner, { method, url, body }: Exchange): string {
  return `/kept/fact?${new URLSearchParams({ of: `${key}/${iuser}`, call: `${method} ${url} ${body ?? ''}` })}`
}

const isInfo = ({ url }: Exchange) => url === '/api/user/info'

/** A ticket is good for one use, and a credential has no use in a picture of the last visit. */
function withoutSecrets(request: Exchange, data: unknown): unknown {
  if (isInfo(request)) return { ...(data as UserInfo), pass: '' }
  if (request.url !== '/api/line/list') return data
  const { lines } = data as { lines: readonly Line[] }
  return { lines: lines.map((line) => ({ ...line, connection: null })), subscriptionUrl: '' }
}
