import type { Language } from '../../../contract/languages.ts'
import type { MailTemplate, MailTexts } from './mail-templates.ts'
import { en } from './texts/en.ts'
import type { MailText } from './texts/mail-text.ts'
import { zhCN } from './texts/zh-cn.ts'
import { zhTW } from './texts/zh-tw.ts'

const texts: Record<Language, MailTexts> = { 'zh-CN': zhCN, 'zh-TW': zhTW, en }
const NO_WORDS = new Proxy({}, { get: () => '…' })

/** The subject of a mail without names and amounts: those are for its reader only. */
export function plainSubject(template: MailTemplate, language: Language): string {
  const write = texts[language][template] as ((words: object) => MailText) | undefined
  return write ? write(NO_WORDS).subject : template
}
