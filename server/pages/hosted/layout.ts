import { accentColours, type Scheme, surfaces } from '../../../contract/accent.ts'
import type { Brand } from '../../../contract/brand.ts'
import type { Language } from '../../../contract/languages.ts'
import type { ColourScheme } from '../../../contract/page.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'

/** Whose page it is and who reads it. */
export type HostedReader = {
  brand: Brand
  language: Language
  scheme: ColourScheme
  nonce: string
  /** The portal is around this page and already shows the brand and the title, which then is only for screen readers. */
  isFramed: boolean
  script?: string | undefined
}
/** A page's words: plain text only, escaped here. */
export type HostedContent = { title: string; intro?: string; sections: readonly HostedSection[] }
export type HostedSection = {
  heading: string
  paragraphs: readonly string[]
  /** Steps to do one after the other. */
  steps?: readonly string[]
  /** A place that links can point to. */
  anchor?: string
}

const STYLE = `*{box-sizing:border-box}body{margin:0;font:1rem/1.7 -apple-system,"PingFang SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei","Segoe UI",Roboto,sans-serif;background:var(--page);color:var(--ink);font-variant-numeric:tabular-nums;overflow-wrap:anywhere;text-wrap:pretty}:lang(zh-TW) body{font-family:-apple-system,"PingFang TC","Noto Sans TC","Noto Sans CJK TC","Microsoft JhengHei","Segoe UI",Roboto,sans-serif}:lang(en) body{font-family:-apple-system,"Segoe UI",Roboto,"Liberation Sans","Noto Sans CJK SC",sans-serif}
main{max-width:760px;margin:0 auto;padding:24px 16px 48px}header{display:flex;align-items:center;gap:12px;margin-bottom:16px}header img{width:36px;height:36px;border-radius:9px}
header span{font-weight:600;min-width:0}h1{font-size:1.375rem;line-height:1.875rem;margin:8px 0}h2{font-size:1.0625rem;line-height:1.625rem;margin:0 0 6px}h3{font-size:1rem;margin:12px 0 4px}p{margin:0 0 8px}ol,ul{margin:0 0 8px;padding-left:22px}li{margin:4px 0}
section,article{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px 18px;margin-top:12px}section :last-child,article :last-child{margin-bottom:0}
a{color:var(--brand-text)}a.action{display:inline-flex;align-items:center;min-height:44px;padding:0 18px;border-radius:8px;background:var(--brand-fill);color:var(--on-brand);text-decoration:none}.soft{color:var(--soft);font-size:0.875rem}.amount{font-size:1.75rem;line-height:2.25rem;font-weight:600}
pre{overflow-x:auto;padding:10px 12px;border-radius:8px;background:var(--page);font-size:0.875rem}blockquote{margin:0 0 8px;padding-left:12px;border-left:3px solid var(--line);color:var(--soft)}hr{border:0;border-top:1px solid var(--line);margin:12px 0}
table{width:100%;border-collapse:collapse;font-size:0.875rem}th,td{padding:6px 4px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}th,td{overflow-wrap:break-word}th:first-child,td:first-child{text-align:left}th{color:var(--soft);font-weight:500}svg{display:block;width:100%;height:auto;color:var(--soft);font-size:15px}
.choice{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}.choice a{display:inline-flex;align-items:center;min-height:44px;padding:0 14px;border:1px solid var(--line);border-radius:22px;background:var(--card);color:var(--ink);text-decoration:none;font-size:0.9375rem}.choice a[aria-current]{border-color:var(--brand-text);background:var(--brand-wash);color:var(--brand-text);font-weight:600}
.pictures{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px;padding:0;list-style:none;font-size:0.875rem;line-height:1.4}.pictures li{margin:0}.pictures svg{margin-bottom:6px;border-radius:8px;background:var(--page)}.o{fill:none;stroke:var(--soft);stroke-width:2;stroke-linecap:round}.b{fill:none;stroke:var(--brand-text);stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}.f{fill:var(--brand-fill)}.w{fill:#fff}.l{fill:#fff;font-size:11px;font-weight:600}
label{display:block;margin-bottom:6px;font-weight:600}.find{display:flex;gap:8px}.find input{flex:1;min-width:0;min-height:44px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--page);color:var(--ink);font:inherit}.find button{min-height:44px;padding:0 18px;border:0;border-radius:8px;background:var(--brand-wash);color:var(--brand-text);font:inherit;cursor:pointer}
.articles{padding:0;list-style:none}.articles li{margin:0;border-top:1px solid var(--line)}.articles li:first-child{border-top:0}.articles a{display:flex;align-items:center;min-height:44px;font-weight:500;text-decoration:none}.articles span{display:-webkit-box;margin:-6px 0 10px;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:1}
summary{display:flex;align-items:center;justify-content:space-between;min-height:44px;margin:-8px 0;font-weight:600;cursor:pointer}summary::after{content:"›";color:var(--soft);rotate:90deg}details[open] summary{margin-bottom:8px}details[open] summary::after{rotate:-90deg}
.result{text-align:center}svg.sign{width:64px;margin:8px auto 12px;padding:16px;border-radius:50%;background:var(--brand-wash)}
.framed main{padding-top:12px}.framed h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
@media(max-width:35em){section,article{padding:14px 12px}table{font-size:0.8125rem}td:first-child{white-space:normal}}@media(max-width:22em){td{white-space:normal}}@media(max-width:16em){table{font-size:0.5625rem}}@media(max-width:560px){svg{font-size:28px}}
:focus-visible{outline:2px solid var(--brand-text);outline-offset:2px}`

/**
 * Plain HTML, without a script in all but one: most are shown in a frame that allows neither scripts nor same origin. The
 * caller makes `html` and must have escaped every word in it.
 */
export function hostedPage(reader: HostedReader, title: string, html: string, style = ''): string {
  const { brand, language, scheme, nonce, isFramed, script } = reader
  const head = `<header><img src="${escapeHtml(brand.icon)}" alt=""><span>${escapeHtml(brand.title)}</span></header>`
  return `<!doctype html><html lang="${language}" data-scheme="${scheme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(`${title} · ${brand.title}`)}</title>
<style nonce="${nonce}">${coloursOf(brand.accent)}${STYLE}${style}</style>${script === undefined ? '' : '<meta name="referrer" content="origin">'}</head><body${isFramed ? ' class="framed"' : ''}><main>
${isFramed ? '' : head}<h1>${escapeHtml(title)}</h1>${html}</main>${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}</body></html>`
}

export function contentHtml({ intro, sections }: HostedContent): string {
  const first = intro ? `<p>${escapeHtml(intro)}</p>` : ''
  return `${first}${sections.map(sectionHtml).join('\n')}`
}

export function sectionHtml({ heading, paragraphs, steps = [], anchor }: HostedSection): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')
  const list = steps.length > 0 ? `<ol>${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ol>` : ''
  return `<section${anchor ? ` id="${escapeHtml(anchor)}"` : ''}><h2>${escapeHtml(heading)}</h2>${text}${list}</section>`
}

/** The reader's choice wins over the system's. CSS decides, because the page has no script. */
function coloursOf(accent: string): string {
  const light = variablesOf(accent, 'light')
  const dark = variablesOf(accent, 'dark')
  return `:root{color-scheme:light;${light}}@media(prefers-color-scheme:dark){:root[data-scheme=auto]{color-scheme:dark;${dark}}}:root[data-scheme=dark]{color-scheme:dark;${dark}}`
}

const INKS: Record<Scheme, string> = {
  light: '--ink:#10202b;--soft:#455763;--line:#e2e8eb',
  dark: '--ink:#e7eef3;--soft:#abb9c4;--line:#23303c',
}

/** Outputs only computed hex colours, so that a stored accent cannot inject CSS. */
function variablesOf(accent: string, scheme: Scheme): string {
  const { text, fill, onFill, wash, line } = accentColours(accent, scheme)
  const { page, card } = surfaces[scheme]
  const brand = `--brand-text:${text};--brand-fill:${fill};--on-brand:${onFill};--brand-wash:${wash};--brand-line:${line}`
  return `--page:${page};--card:${card};${INKS[scheme]};${brand}`
}
