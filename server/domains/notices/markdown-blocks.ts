import MarkdownIt, { type Token } from 'markdown-it'

import type { NoticeBlock, NoticeRun } from '../../../contract/notices.ts'
import { isLinkedPath } from '../../../contract/page-paths.ts'

// Only the parser is used: nothing here makes HTML, and unknown syntax (tags, tables) stays text.
const parser = new MarkdownIt('commonmark', { html: false, breaks: true })
parser.validateLink = (href) => safeHref(href) !== null

/**
 * Allows pages of the portal by their exact path, https pages and mail addresses. Null for the rest, which stays text.
 */
export function safeHref(href: string): string | null {
  if (isLinkedPath(href)) return href
  const url = URL.parse(href)
  if (!url || /\p{Cc}/u.test(href) || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null
}

/** Markdown as blocks of text runs. Nested lists keep only their depth, and nested quotes become one level. */
export function markdownBlocks(markdown: string): NoticeBlock[] {
  const place: Place = { lists: [], quotes: 0, headingLevel: 0, mark: null }
  return parser.parse(markdown, {}).flatMap((token) => {
    enter(place, token)
    return blockOf(place, token) ?? []
  })
}

const SUMMARY_MAX = 120

/** The beginning of the text without headings, as plain words. */
export function summaryOf(blocks: readonly NoticeBlock[]): string {
  const text = blocks
    .filter(({ kind }) => kind !== 'heading')
    .map(({ runs }) => runs.map((run) => run.text).join(''))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = [...text]
  return letters.length > SUMMARY_MAX ? `${letters.slice(0, SUMMARY_MAX).join('')}…` : text
}

/** For a mail, which has no markup: a line for each block, with the addresses that links lead to. */
export function plainLines(blocks: readonly NoticeBlock[]): string[] {
  return blocks.flatMap(({ kind, number, runs }) => {
    const text = runs.map((run) =>
      run.href?.includes(':') && run.href !== run.text ? `${run.text} (${run.href})` : run.text,
    )
    const lead = kind === 'item' ? (number === null ? '· ' : `${number}. `) : ''
    return kind === 'rule' ? [] : `${lead}${text.join('')}`.split('\n')
  })
}

type Place = { lists: { next: number | null }[]; quotes: number; headingLevel: number; mark: Mark | null }
/** Set when a list item begins: its first block becomes the item, later blocks stand below it. */
type Mark = { number: number | null }

/** Tracks the list, quote or heading in which the next text stands. */
function enter(place: Place, token: Token): void {
  const { type } = token
  if (type === 'bullet_list_open') place.lists.push({ next: null })
  else if (type === 'ordered_list_open') place.lists.push({ next: Number(token.attrGet('start') ?? 1) })
  else if (type === 'bullet_list_close' || type === 'ordered_list_close') place.lists.pop()
  else if (type === 'list_item_open') place.mark = { number: nextNumber(place) }
  else if (type === 'blockquote_open' || type === 'blockquote_close') place.quotes += token.nesting
  else if (type === 'heading_open') place.headingLevel = Number(token.tag.slice(1))
  else if (type === 'heading_close') place.headingLevel = 0
}

function nextNumber({ lists }: Place): number | null {
  const list = lists.at(-1)
  if (!list || list.next === null) return null
  list.next += 1
  return list.next - 1
}

function blockOf(place: Place, token: Token): NoticeBlock | null {
  const plain = { level: 1, number: null }
  if (token.type === 'hr') return { kind: 'rule', ...plain, runs: [] }
  if (token.type === 'fence' || token.type === 'code_block') {
    return { kind: 'code', ...plain, runs: [{ ...PLAIN, text: token.content.trimEnd() }] }
  }
  const runs = token.type === 'inline' ? runsOf(token.children ?? []) : []
  if (runs.length === 0) return null
  const { mark } = place
  place.mark = null
  if (place.headingLevel > 0) return { kind: 'heading', level: place.headingLevel, number: null, runs }
  if (mark) return { kind: 'item', level: place.lists.length, number: mark.number, runs }
  return { kind: place.quotes > 0 ? 'quote' : 'paragraph', ...plain, runs }
}

const PLAIN: NoticeRun = { text: '', isStrong: false, isSlanted: false, isCode: false, href: null }

function runsOf(tokens: readonly Token[]): NoticeRun[] {
  const runs: NoticeRun[] = []
  let strong = 0
  let slanted = 0
  let href: string | null = null
  for (const token of tokens) {
    if (token.type === 'strong_open' || token.type === 'strong_close') strong += token.nesting
    else if (token.type === 'em_open' || token.type === 'em_close') slanted += token.nesting
    else if (token.type === 'link_open') href = safeHref(String(token.attrGet('href')))
    else if (token.type === 'link_close') href = null
    else {
      const text = textOf(token)
      const isCode = token.type === 'code_inline'
      if (text !== '') runs.push({ text, isStrong: strong > 0, isSlanted: slanted > 0, isCode, href })
    }
  }
  return runs
}

/** An image becomes its description: nothing is loaded from other sites. */
function textOf(token: Token): string {
  return token.type === 'softbreak' || token.type === 'hardbreak' ? '\n' : token.content
}
