import type { FastifyReply, FastifyRequest } from 'fastify'

import { writeAppKey } from '../../../contract/app-key.ts'
import { formatBytes, plainBytes } from '../../../contract/bytes.ts'
import { civilTime } from '../../../contract/civil-time.ts'
import type { ListedClient } from '../../../contract/client-list.ts'
import { feedLink, type FeedFormat } from '../../../contract/clients.ts'
import { SYSTEMS, systemOfAgent, type System } from '../../../contract/systems.ts'
import type { Config } from '../../config.ts'
import { findShownClients } from '../../domains/clients/catalogue.ts'
import type { FeedPage, SendFeedPage } from '../../domains/feeds/feed-route.ts'
import { texts } from '../../domains/feeds/texts.ts'
import type { Db } from '../../platform/db/db.ts'
import { languageOfRequest } from '../../platform/http/envelope.ts'
import { randomNonce } from '../../platform/secrets/crypto.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { hostedPage } from '../hosted/layout.ts'
import { brandOfReseller } from '../page-brand.ts'
import { schemeOf } from '../scheme-of.ts'
import { LIVE_SCRIPT, LIVE_SCRIPT_HASH } from './live-script.ts'
import { feedPageWords } from './words.ts'

type View = FeedPage & {
  words: (typeof feedPageWords)['en']
  system: System
  isInChat: boolean
  /** The clients of the reseller's catalogue for this system. */
  clients: readonly ListedClient[]
}

/** More would only make the choice harder; the first are the most common. */
const CLIENTS_MAX = 4

const STYLE = `.systems{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0 0;padding:0;list-style:none}.systems a{display:inline-flex;align-items:center;min-height:44px;padding:0 14px;border:1px solid var(--line);border-radius:8px;text-decoration:none;color:var(--ink)}.systems a[aria-current]{border-color:var(--brand-text);background:var(--brand-wash);color:var(--brand-text);font-weight:600}
section .action{display:flex;justify-content:center;font-weight:600}details .action{background:var(--brand-wash);color:var(--brand-text)}summary{display:flex;align-items:center;min-height:44px;color:var(--brand-text);cursor:pointer}summary::after{content:"›";margin-left:8px;rotate:90deg}details[open] summary::after{rotate:-90deg}a.get{display:flex;align-items:center;justify-content:center;min-height:44px;border-radius:8px;background:var(--page);text-decoration:none}.digest{color:var(--soft);font-size:0.75rem;overflow-wrap:anywhere}
code{display:block;padding:10px 12px;border-radius:8px;background:var(--page);font-size:0.875rem;user-select:all}
.dots{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:8px;margin:0 0 12px;padding:0;list-style:none;font-size:0.75rem;line-height:1rem;color:var(--soft)}.dots li{margin:0;padding-top:6px;border-top:3px solid var(--line)}[data-stage=import] [data-dot=import],[data-stage=switch] [data-dot=switch]{border-color:var(--brand-text);color:var(--ink)}[data-stage=switch] [data-dot=get],[data-stage=switch] [data-dot=import],[data-stage=on] .dots li{border-color:var(--brand-fill)}#card:not([data-stage=import]) [data-at=import],#card:not([data-stage=switch]) [data-at=switch],#said:empty{display:none}#card[data-stage=on] h2{color:var(--brand-text)}`

/** The page of a feed's address for people: no sign-in, and nothing of the account but what the address gives anyway. */
export function makeSendFeedPage(ctx: { db: Db; config: Config }): SendFeedPage {
  return async (request, reply, feed) => {
    const { brand } = await brandOfReseller(ctx.db, feed.resellerId)
    const language = languageOfRequest(request)
    const words = feedPageWords[language]
    const userAgent = request.headers['user-agent'] ?? ''
    const isInChat = /MicroMessenger|\bQQ\//i.test(userAgent)
    const system = systemOf(request, userAgent)
    const clients = await findClients(ctx, feed.resellerId, system)
    const view = { ...feed, words, system, isInChat, clients }
    const nonce = randomNonce()
    const notice = feed.head.reason ? texts[language].reasons[feed.head.reason] : null
    const html = [usageHtml(view, notice), ...(notice ? [portalHtml(view)] : stepsHtml(view))]
    const reader = { brand, language, scheme: schemeOf(request), nonce, isFramed: false }
    return withHeaders(reply, nonce).send(
      hostedPage(reader, notice ? words.stopped : words.title, html.join('\n'), STYLE),
    )
  }
}

async function findClients(ctx: { db: Db; config: Config }, resellerId: number, system: System) {
  const shown = await findShownClients(ctx, resellerId)
  return shown.filter(({ systems }) => systems.includes(system)).slice(0, CLIENTS_MAX)
}

function withHeaders(reply: FastifyReply, nonce: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src '${LIVE_SCRIPT_HASH}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .header('content-security-policy', policy.join('; '))
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('vary', 'accept, user-agent')
    .type('text/html; charset=utf-8')
}

/** The reader's choice, else the browser's own system. */
function systemOf(request: FastifyRequest, userAgent: string): System {
  const asked = (request.query as Record<string, unknown>)['system']
  return SYSTEMS.find((system) => system === asked) ?? systemOfAgent(userAgent)
}

function usageHtml({ head, words }: View, notice: string | null): string {
  const used = words.used(formatBytes(head.usedBytes), plainBytes(head.totalBytes))
  const end = head.expiresAt ? words.until(dayOf(head.expiresAt, head.timeZone)) : words.noEnd
  const facts = head.reason === 'none' ? '' : `<p class="soft">${escapeHtml(`${used} · ${end}`)}</p>`
  return `<p>${escapeHtml(notice ?? words.intro)}</p>${facts}`
}

/** The owner mends it there, after signing in. A reader who got the address from somebody else learns why nothing works. */
function portalHtml({ resellerId, words }: View): string {
  const href = `/user?app_key=${writeAppKey(resellerId)}`
  return `<p><a class="action" href="${href}">${escapeHtml(words.toPortal)}</a></p>`
}

/** One stage at a time, as in the portal: choosing among several clients stops people, so the others are folded. */
function stepsHtml(view: View): string[] {
  const { words, isInChat, clients } = view
  const [first, ...others] = clients
  const chat = isInChat ? `<section><p>${escapeHtml(words.chat)}</p></section>` : ''
  return [chat, cardHtml(view, first), othersHtml(view, others), section(words.system, systemsHtml(view))]
}

/** The portal's connection card. Its script names the stage, and the style shows that part alone. */
function cardHtml(view: View, client: ListedClient | undefined): string {
  const { words } = view
  const { dots, imported, switchTitle, switchText, online, onlineAfter } = words
  const marks = Object.entries(dots).map(([at, word]) => `<li data-dot="${at}">${escapeHtml(word)}</li>`)
  const button = client ? importHtml(view, client) : ''
  const place = client ? placeHtml(view, client) : ''
  const byHand = byHandHtml(view, button !== '')
  const texts = Object.entries({ imported, 'imported-to': online, 'online-after': onlineAfter })
  const data = texts.map(([name, text]) => `data-${name}="${escapeHtml(text)}"`).join(' ')
  return `<section id="card" data-stage="import" ${data}><ol class="dots">${marks.join('')}</ol>
<div data-at="import"><h2>${escapeHtml(client ? words.hasClient(client.name) : words.importTitle)}</h2>${button}${place}${byHand}</div>
<div role="status"><h2 id="said"></h2></div>
<div data-at="switch"><p><b>${escapeHtml(switchTitle)}</b></p><p class="soft">${escapeHtml(switchText)}</p></div></section><script>${LIVE_SCRIPT}</script>`
}

function othersHtml(view: View, others: readonly ListedClient[]): string {
  if (others.length === 0) return ''
  const rows = others.map(
    (client) => `<h3>${escapeHtml(client.name)}</h3>${placeHtml(view, client)}${importHtml(view, client)}`,
  )
  return `<section><details><summary>${escapeHtml(view.words.others)}</summary>${rows.join('')}</details></section>`
}

function section(heading: string, html: string): string {
  return `<section><h2>${escapeHtml(heading)}</h2>${html}</section>`
}

function systemsHtml({ head, words, system }: View): string {
  const links = SYSTEMS.map((one) => {
    const { searchParams } = new URL(head.url)
    searchParams.set('system', one)
    const current = one === system ? ' aria-current="true"' : ''
    return `<li><a href="?${escapeHtml(searchParams.toString())}"${current}>${escapeHtml(words.systems[one])}</a></li>`
  })
  return `<ul class="systems">${links.join('')}</ul>`
}

function placeHtml({ words, system }: View, client: ListedClient): string {
  const place = client.places.find((one) => one.system === system)
  if (!place) return ''
  const label = escapeHtml(`${words.getIt} ${client.name}`)
  const digest = place.file ? `<p class="digest">${digestText(place.file)}</p>` : ''
  return `<p><a class="get" href="${escapeHtml(place.url)}" rel="noreferrer noopener" target="_blank" aria-label="${label}">${escapeHtml(words.getIt)}</a></p>${digest}`
}

/** What a careful reader compares a download with. */
function digestText({ sizeBytes, sha256 }: NonNullable<ListedClient['places'][number]['file']>): string {
  return escapeHtml(`${formatBytes(sizeBytes)} · SHA-256 ${sha256}`)
}

/** Chat apps open no other app. */
function importHtml({ head, words, isInChat }: View, client: ListedClient): string {
  const { name, link: pattern } = client
  const format = client.format as FeedFormat
  const link = isInChat ? null : feedLink({ link: pattern, format }, head.url, head.title)
  if (!link) return ''
  return `<p><a class="action" href="${escapeHtml(link)}">${escapeHtml(words.importTo(name))}</a></p>`
}

/** Where a button imports, the address is help, and folded. */
function byHandHtml({ head, words }: View, hasButton: boolean): string {
  const code = `<code>${escapeHtml(head.url)}</code>`
  if (!hasButton) return `<p class="soft">${escapeHtml(words.onlyByHand)}</p>${code}`
  return `<details><summary>${escapeHtml(words.notOpened)}</summary><p class="soft">${escapeHtml(words.byHand)}</p>${code}</details>`
}

function dayOf(at: Date, timeZone: string): string {
  const { year, month, day } = civilTime(at, timeZone)
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}
