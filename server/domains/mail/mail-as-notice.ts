import { balanceNameOf } from '../../../contract/default-brand.ts'
import type { Language } from '../../../contract/languages.ts'
import type { MailTemplate } from './mail-templates.ts'
import { writeMail } from './render-mail.ts'

type Reader = { resellerId: number; userName: string; timeZone: string }

/** The words of a mail as a notice in every language, so that the bell says the same. */
export function mailAsNotice(
  template: MailTemplate,
  params: Record<string, string>,
  { resellerId, userName, timeZone }: Reader,
) {
  const brand = { balanceName: balanceNameOf(resellerId) }
  const write = (language: Language) => {
    const mail = { template, language, brand, userName, params, timeZone }
    // The bell reads its text as Markdown, but not its title. Words of people stay words.
    const { lines } = writeMail({ ...mail, escape: escapeMarkdown })
    return { title: plain(writeMail(mail).subject), body: plain(lines.join('\n\n')) }
  }
  const [cn, tw, en] = [write('zh-CN'), write('zh-TW'), write('en')]
  return { ...cn, titles: { 'zh-TW': tw.title, en: en.title }, bodies: { 'zh-TW': tw.body, en: en.body } }
}

/** A mail keeps programs from making links of words with a dot; the bell makes none. */
function plain(text: string): string {
  return text.replaceAll('\u2060', '')
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+.!<>|~&=:-]/g, String.raw`\$&`)
}
