import { accentColours } from '../../../contract/accent.ts'
import type { Brand } from '../../../contract/brand.ts'
import type { Language } from '../../../contract/languages.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { nameBalance } from '../../platform/text/name-balance.ts'
import type { MailTemplate, MailTexts } from './mail-templates.ts'
import { en } from './texts/en.ts'
import type { MailText } from './texts/mail-text.ts'
import { zhCN } from './texts/zh-cn.ts'
import { zhTW } from './texts/zh-tw.ts'

const texts: Record<Language, MailTexts> = { 'zh-CN': zhCN, 'zh-TW': zhTW, en }

export type MailToRender = {
  template: MailTemplate
  language: Language
  brand: Pick<Brand, 'title' | 'accent' | 'balanceName'>
  userName: string
  params: Record<string, string>
  code: string | null
  timeZone: string
  linkTo(path: string): string
}
export type RenderedMail = { subject: string; text: string; html: string }

export function renderMail(mail: MailToRender): RenderedMail {
  const { footer } = texts[mail.language]
  const written = writeMail(mail)
  // First in the subject, so that a phone shows it without opening the mail.
  const subject = mail.code ? `${mail.code} · ${written.subject}` : written.subject
  const text = { ...written, subject }
  return { subject: text.subject, text: toText(text, footer, mail), html: toHtml(text, footer, mail) }
}

type Written = Pick<MailToRender, 'template' | 'language' | 'userName' | 'params' | 'timeZone'> & {
  brand: Pick<Brand, 'balanceName'>
  /** For what reads markup: keeps the words of people plain. */
  escape?: (word: string) => string
}

/** The words of a mail without its look: the bell shows the same ones. */
export function writeMail(mail: Written): MailText {
  // The queue's type proved that each template has its words; after jsonb the compiler no longer sees that.
  const write = texts[mail.language][mail.template] as (words: Record<string, string>) => MailText
  const { escape = (word) => word } = mail
  const words = Object.entries({ user: mail.userName, ...mail.params }).map(([name, word]) =>
    name === 'at' || name === 'until' ? [name, formatTime(new Date(word), mail)] : [name, escape(plain(name, word))],
  )
  const written = write(Object.fromEntries(words) as Record<string, string>)
  return { ...written, lines: written.lines.map((line) => nameBalance(line, mail.brand.balanceName, mail.language)) }
}

const CHINA = 'Asia/Shanghai'

/**
 * `2026-03-01 12:05 GMT+8`, the same order in every language: some local forms are easily misread. China's time has a
 * name that its readers know.
 */
function formatTime(time: Date, { timeZone, language }: Pick<MailToRender, 'timeZone' | 'language'>): string {
  const written = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(time)
  if (timeZone === CHINA && language !== 'en') return `${language === 'zh-TW' ? '北京時間' : '北京时间'} ${written}`
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(time)
  return `${written} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`
}

/** The longest reason that an operator may give for a refusal; no name or device is longer. */
const WORD_MAX = 200

/**
 * Strangers choose names and devices, and mail programs turn `prize.example` into a link: a word joiner after the dot
 * prevents that. Removes control characters.
 */
function plainWord(word: string, max = WORD_MAX): string {
  const signs = [...word.replaceAll(/\p{Cc}|\p{Cf}/gu, '')]
  return signs.slice(0, max).join('').replaceAll('.', '.\u2060')
}

/** A text of staff keeps its lines and its length: each was checked when it was written. */
const plain = (name: string, word: string) =>
  name === 'text'
    ? word
        .split('\n')
        .map((line) => plainWord(line, Infinity))
        .join('\n')
    : plainWord(word)

function toText(text: MailText, footer: string, mail: MailToRender): string {
  const [first = '', ...rest] = text.lines
  const code = mail.code ? [`    ${mail.code}`] : []
  const action = text.action ? [`${text.action.label}: ${mail.linkTo(text.action.path)}`] : []
  return [mail.brand.title, first, ...code, ...rest, ...action, `-- \n${footer}`].join('\n\n')
}

function toHtml(text: MailText, footer: string, mail: MailToRender): string {
  const { fill, onFill, wash, text: accent } = accentColours(mail.brand.accent, 'light')
  const dark = accentColours(mail.brand.accent, 'dark')
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`
  const [first = '', ...rest] = text.lines
  const code = mail.code
    ? `<p class="code" style="margin:0 0 16px;padding:12px;border-radius:8px;background:${wash};color:${accent};font-size:28px;font-weight:600;letter-spacing:6px;text-align:center">${escapeHtml(mail.code)}</p>`
    : ''
  const action = text.action
    ? `<p style="margin:24px 0 0"><a href="${escapeHtml(mail.linkTo(text.action.path))}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${fill};color:${onFill};text-decoration:none">${escapeHtml(text.action.label)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${mail.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(text.subject)}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#0b1119!important;color:#e7eef3!important}.card{background:#141d27!important}.brand{color:${dark.text}!important}.code{background:${dark.wash}!important;color:${dark.text}!important}.soft{color:#abb9c4!important}}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f7f8;color:#1a2430;font:16px/1.6 sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(first)}</div>
<div class="card" style="max-width:520px;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff">
<p class="brand" style="margin:0 0 20px;color:${accent};font-size:18px;font-weight:600">${escapeHtml(mail.brand.title)}</p>
${paragraph(first)}${code}${rest.map(paragraph).join('')}${action}
</div>
<p class="soft" style="max-width:520px;margin:16px auto 0;color:#5b6773;font-size:13px;text-align:center">${escapeHtml(footer)}</p>
</body>
</html>
`
}
