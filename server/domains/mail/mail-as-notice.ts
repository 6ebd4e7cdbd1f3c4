import { balanceNameOf } from '../../../contract/default-brand.ts'
import type { Language } from '../../../contract/languages.ts'
import type { MailTemplate } from './mail-templates.ts'
import { writeMail } from './render-mail.ts'

type Reader = { resellerId: number; timeZone: string }

/** The words of a mail as a notice in every language, so that the bell says the same. */
export function mailAsNotice(
  template: MailTemplate,
  { user, ...params }: Record<string, string> & { user: string },
  { resellerId, timeZone }: Reader,
) {
  const brand = { balanceName: balanceNameOf(resellerId) }
  const write = (language: Language) => {
    const { subject, lines } = writeMail({ template, language, brand, userName: user, params, timeZone })
    return { title: plain(subject), body: plain(lines.join('\n\n')) }
  }
  const [cn, tw, en] = [write('zh-CN'), write('zh-TW'), write('en')]
  return { ...cn, titles: { 'zh-TW': tw.title, en: en.title }, bodies: { 'zh-TW': tw.body, en: en.body } }
}

/** A mail keeps programs from making links of words with a dot; the bell makes none. */
function plain(text: string): string {
  return text.replaceAll('\u2060', '')
}
