import { writeAppKey } from '../../../../contract/app-key.ts'
import { foreignPage } from '../../../../contract/frame-address.ts'
import { DESK_PATH } from '../../../../contract/page.ts'
import {
  findArticles,
  mergeArticles,
  readArticle,
  type Article,
  type Reader,
} from '../../../domains/articles/find-articles.ts'
import { searchArticles } from '../../../domains/articles/search-articles.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { blocksHtml } from '../blocks-html.ts'
import { ownTextHtml } from '../own-text.ts'
import type { HostedBody, HostedDeps, HostedView } from '../send-hosted.ts'
import { helpTexts, type Help } from './help-texts.ts'

/** What the reader asked for: one article, or those that fit some words. */
export type HelpVisit = {
  query: Record<string, unknown>
  /** Proves that a form of this page was sent from the reader's own address. */
  mark: (articleId: string) => string
  /** What the reader just answered. */
  answered?: boolean
}

/**
 * The customer service page until a reseller sets its own address: a contact, a search, the reseller's own text, and the
 * help articles. It has no script: searching and answering are plain forms.
 */
export async function helpBody(view: HostedView, deps: HostedDeps, visit: HelpVisit): Promise<HostedBody> {
  const help = helpTexts[view.language]
  // Without a row, or while the database is away, the page has our articles.
  const all = view.reseller ? await findArticles(deps.db, view.resellerId) : mergeArticles([])
  const shown = all.filter(({ isHidden }) => !isHidden)
  const reader = { resellerId: view.resellerId, brandTitle: view.brandTitle, language: view.language }
  const page = {
    view,
    help,
    reader,
    shown,
    visit,
    contact: contactSection(view, deps, help),
  }
  const articleId = textOf(visit.query['article'])
  if (articleId !== '') return { ...articlePage(page, articleId), hasForms: true }
  const words = textOf(visit.query['q']).trim().slice(0, WORDS_MAX)
  const own = words === '' ? ((await ownTextHtml(view, deps, 'help')) ?? '') : ''
  const first = words === '' ? page.contact : ''
  return { title: help.title, html: first + searchForm(page, words) + own + listHtml(page, words), hasForms: true }
}

const WORDS_MAX = 200

type Page = {
  view: HostedView
  help: Help
  reader: Reader
  shown: readonly Article[]
  visit: HelpVisit
  /** Who helps: the help desk, and the reseller's contact. */
  contact: string
}

/** A link within this page. */
function wayHtml({ view }: Page, changes: Record<string, string>, words: string): string {
  return `<a href="${escapeHtml(view.self(changes))}">${escapeHtml(words)}</a>`
}

function hiddenField(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
}

function searchForm({ view, help }: Page, words: string): string {
  const kept = view.kept(['q', 'article']).map(([name, value]) => hiddenField(name, value))
  return `<section><form method="get" action="/hosted/help" role="search">${kept.join('')}<label for="q">${escapeHtml(help.search)}</label><div class="find"><input id="q" name="q" type="search" maxlength="${WORDS_MAX}" value="${escapeHtml(words)}"><button type="submit">${escapeHtml(help.find)}</button></div></form></section>`
}

function listHtml(page: Page, words: string): string {
  const { help, shown } = page
  const found = words === '' ? shown : searchArticles(shown, words)
  const all = words === '' ? '' : `<div>${wayHtml(page, { q: '', article: '' }, help.all)}</div>`
  if (found.length === 0) {
    const nothing = words === '' ? '' : `<section><p>${escapeHtml(help.nothing)}</p>${all}</section>`
    return nothing + (words === '' ? '' : page.contact)
  }
  const links = found.map((article) => {
    const { title, summary } = readArticle(article, page.reader)
    return `<li>${wayHtml(page, { article: article.id }, title)}<span class="soft">${escapeHtml(summary)}</span></li>`
  })
  return `<section><h2>${escapeHtml(help.articles)}</h2><ul class="articles">${links.join('')}</ul>${all}</section>`
}

function articlePage(page: Page, articleId: string): HostedBody {
  const { view, help, shown, reader } = page
  const back = `<div>${wayHtml(page, { article: '', q: '' }, `‹ ${help.all}`)}</div>`
  const article = shown.find(({ id }) => id === articleId)
  if (!article) {
    return { title: help.title, html: `<section><p>${escapeHtml(help.gone)}</p>${back}</section>${page.contact}` }
  }
  const { title, blocks } = readArticle(article, reader)
  const ownLink = (path: string) => (view.mayLeave ? `${path}?app_key=${writeAppKey(view.resellerId)}` : null)
  const html = `${back}<article><h2>${escapeHtml(title)}</h2>${blocksHtml(blocks, ownLink)}</article>${answerHtml(page, articleId)}${page.contact}`
  return { title: help.title, html }
}

/** The question below an article, or thanks for its answer. */
function answerHtml({ view, help, visit }: Page, articleId: string): string {
  if (visit.answered !== undefined) {
    return `<section role="status"><p>${escapeHtml(visit.answered ? help.thanks : help.sorry)}</p></section>`
  }
  const button = (value: string, word: string) =>
    `<button name="helped" value="${value}" type="submit">${escapeHtml(word)}</button>`
  const action = escapeHtml(`/hosted/help${view.self({ article: articleId })}`)
  return `<section><form method="post" action="${action}">${hiddenField('mark', visit.mark(articleId))}<p>${escapeHtml(help.helped)}</p><div class="find">${button('yes', help.yes)}${button('no', help.no)}</div></form></section>`
}

function contactSection(view: HostedView, { config }: HostedDeps, help: Help): string {
  const contact = view.reseller?.contact ?? config.operatorContact
  const way = contact
    ? `<p>${contactHtml(contact)}</p><p class="soft">${escapeHtml(help.caution)}</p>`
    : `<p>${escapeHtml(help.ask)}</p>`
  return `<section id="contact"><h2>${escapeHtml(help.contact)}</h2>${deskHtml(view, help)}${way}</section>`
}

/** The portal's own screen. In a frame the portal around this page has the same button. */
function deskHtml({ mayLeave, isFramed, resellerId }: HostedView, help: Help): string {
  const href = `${DESK_PATH}&app_key=${writeAppKey(resellerId)}`
  return mayLeave && !isFramed
    ? `<p><a class="action" href="${escapeHtml(href)}" target="_top">${escapeHtml(help.desk)}</a></p>`
    : ''
}

const MAIL = /^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** A contact line that somebody typed. It becomes a link when it is an address and nothing else. */
function contactHtml(contact: string): string {
  const href = MAIL.test(contact) ? `mailto:${contact}` : foreignPage(contact, [])?.href
  const text = escapeHtml(contact)
  return href ? `<a href="${escapeHtml(href)}" target="_blank" rel="noopener nofollow">${text}</a>` : text
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
