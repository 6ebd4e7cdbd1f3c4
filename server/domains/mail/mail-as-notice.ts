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
    return { title: subject, body: lines.join('\n\n') }
  }
  const [cn, tw, en] = [write('zh-CN'), write('zh-TW'), write('en')]
  return { ...cn, titles: { 'zh-TW': tw.title, en: en.title }, bodies: { 'zh-TW': tw.body, en: en.body } }
}
