import type { Brand } from '../../../contract/brand.ts'
import { accentCss } from '../../../contract/accent.ts'
import type { Language } from '../../../contract/languages.ts'
import { escapeHtml } from '../../platform/escape-html.ts'

/** A page's words: plain text only, escaped here. */
export type HostedContent = { title: string; intro?: string; sections: readonly HostedSection[] }
export type HostedSection = { heading: string; paragraphs: readonly string[]; link?: { href: string; text: string } }

const STYLE = `*{box-sizing:border-box}body{margin:0;font:16px/1.7 "PingFang SC","Noto Sans SC","Microsoft YaHei",system-ui,sans-serif;background:#f4f7f8;color:#17212b}
main{max-width:720px;margin:0 auto;padding:24px 16px 48px}header{display:flex;align-items:center;gap:12px;margin-bottom:16px}header img{width:36px;height:36px;border-radius:9px}
header span{font-weight:600;overflow-wrap:anywhere}h1{font-size:22px;margin:8px 0}h2{font-size:17px;margin:0 0 6px}p{margin:0 0 8px}
section{background:#fff;border:1px solid #e3e9ec;border-radius:12px;padding:16px 18px;margin-top:12px}a{color:var(--brand-text)}
@media(prefers-color-scheme:dark){body{background:#0b1119;color:#e6edf3}section{background:#141d27;border-color:#243240}}`

/** Plain HTML without a script: it is shown in a frame that allows neither scripts nor same origin. */
export function hostedPage(brand: Brand, language: Language, nonce: string, content: HostedContent): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(`${content.title} · ${brand.title}`)}</title>
<style nonce="${nonce}">${accentCss(brand.accent)}${STYLE}</style></head><body><main>
<header><img src="${escapeHtml(brand.icon)}" alt=""><span>${escapeHtml(brand.title)}</span></header>
<h1>${escapeHtml(content.title)}</h1>${content.intro ? `<p>${escapeHtml(content.intro)}</p>` : ''}
${content.sections.map(sectionHtml).join('\n')}</main></body></html>`
}

function sectionHtml({ heading, paragraphs, link }: HostedSection): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')
  const anchor = link
    ? `<p><a href="${escapeHtml(link.href)}" target="_blank" rel="noopener noreferrer">${escapeHtml(link.text)}</a></p>`
    : ''
  return `<section><h2>${escapeHtml(heading)}</h2>${text}${anchor}</section>`
}
