import { writeAppKey } from '../../../contract/app-key.ts'
import type { Language } from '../../../contract/languages.ts'
import type { SendTicketPage } from '../../domains/sessions/spend-ticket.ts'
import type { Db } from '../../platform/db/db.ts'
import { errorText } from '../../platform/text/error-texts.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { sendHosted } from './send-hosted.ts'

const words: Record<Language, { title: string; back: string }> = {
  'zh-CN': { title: '链接已失效', back: '回到用户中心' },
  'zh-TW': { title: '連結已失效', back: '回到使用者中心' },
  en: { title: 'This link has expired', back: 'Back to the user center' },
}

/** Shown when a download's ticket is no longer good. */
export function makeSendTicketPage(db: Db): SendTicketPage {
  return (request, reply) =>
    sendHosted(db, request, reply, ({ language, resellerId }) => {
      const { title, back } = words[language]
      const text = escapeHtml(errorText('ticket.spent', language))
      const way = `<a class="action" href="/user?app_key=${writeAppKey(resellerId)}">${escapeHtml(back)}</a>`
      return { status: 403, title, html: `<section><p>${text}</p><p>${way}</p></section>` }
    })
}
