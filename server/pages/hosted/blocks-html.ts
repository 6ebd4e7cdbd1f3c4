import type { NoticeBlock, NoticeRun } from '../../../contract/notices.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'

type OwnLink = (path: string) => string | null

/**
 * Renders a message's blocks as HTML: a fixed set of tags around escaped text. `ownLink` gives the address of a portal
 * page, or null where the reader may not leave this page: then only the link's words stay.
 */
export function blocksHtml(blocks: readonly NoticeBlock[], ownLink: OwnLink): string {
  const parts: string[] = []
  let list: 'ol' | 'ul' | null = null
  for (const block of blocks) {
    const wanted = block.kind === 'item' ? (block.number === null ? 'ul' : 'ol') : null
    if (list !== wanted) {
      if (list) parts.push(`</${list}>`)
      if (wanted) parts.push(wanted === 'ol' ? `<ol start="${block.number}">` : '<ul>')
      list = wanted
    }
    parts.push(blockHtml(block, ownLink))
  }
  if (list) parts.push(`</${list}>`)
  return parts.join('')
}

function blockHtml({ kind, runs }: NoticeBlock, ownLink: OwnLink): string {
  if (kind === 'code') return `<pre>${runs.map((run) => escapeHtml(run.text)).join('')}</pre>`
  const text = runs.map((run) => runHtml(run, ownLink)).join('')
  if (kind === 'heading') return `<h3>${text}</h3>`
  if (kind === 'item') return `<li>${text}</li>`
  if (kind === 'quote') return `<blockquote>${text}</blockquote>`
  return kind === 'rule' ? '<hr>' : `<p>${text}</p>`
}

function runHtml({ text, isStrong, isSlanted, isCode, href }: NoticeRun, ownLink: OwnLink): string {
  let html = escapeHtml(text)
  if (isCode) html = `<code>${html}</code>`
  html = html.replaceAll('\n', '<br>')
  if (isSlanted) html = `<em>${html}</em>`
  if (isStrong) html = `<strong>${html}</strong>`
  if (href === null) return html
  if (href.startsWith('/')) {
    const own = ownLink(href)
    return own === null ? html : `<a href="${escapeHtml(own)}" target="_top">${html}</a>`
  }
  return `<a href="${escapeHtml(href)}" target="_blank" rel="noopener nofollow">${html}</a>`
}
