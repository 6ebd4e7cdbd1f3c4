import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Language } from '../../contract/languages.ts'
import type { Config } from '../config.ts'
import { clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import type { Maintenance } from '../platform/http/maintenance-gate.ts'
import { retryAfterS } from '../platform/http/maintenance-gate.ts'
import { escapeHtml } from '../platform/text/escape-html.ts'
import { sendHosted } from './hosted/send-hosted.ts'

type Words = { title: string; text: string; until: (time: string) => string; late: string; status: string }

const words: Record<Language, Words> = {
  'zh-CN': {
    title: '系统维护中',
    text: '你的线路、余额和套餐都不受影响，已经付的款会照常到账。恢复后这个页面会自动打开。',
    until: (time) => `预计 ${time} 恢复`,
    late: '马上就好，请稍等几分钟',
    status: '查看线路状态',
  },
  'zh-TW': {
    title: '系統維護中',
    text: '你的線路、餘額和方案都不受影響，已付的款項會照常入帳。恢復後這個頁面會自動開啟。',
    until: (time) => `預計 ${time} 恢復`,
    late: '馬上就好，請稍等幾分鐘',
    status: '查看線路狀態',
  },
  en: {
    title: 'We are doing maintenance',
    text: 'Your servers, balance and plan are not affected, and payments already made will arrive. This page opens by itself when we are back.',
    until: (time) => `Expected back at ${time}`,
    late: 'Nearly done. Please give us a few more minutes',
    status: 'See server status',
  },
}
/** The browser reloads by itself, without a script. */
const RELOAD_S = 30

/** Shown to users instead of every page, in their reseller's brand. */
export function sendMaintenance(
  { db, config }: { db: Db; config: Config },
  request: FastifyRequest,
  reply: FastifyReply,
  now: Maintenance,
): Promise<FastifyReply> {
  void reply.header('retry-after', String(retryAfterS(now, clock.now()))).header('refresh', String(RELOAD_S))
  return sendHosted(db, request, reply, ({ language }) => {
    const { title, text, until, late, status } = words[language]
    const isLate = now.until !== null && now.until <= clock.now()
    const when = now.until === null ? '' : isLate ? late : until(timeText(now.until, language, config.businessTz))
    const note = now.note === '' ? '' : `<p>${escapeHtml(now.note)}</p>`
    const first = when === '' ? '' : `<h2>${escapeHtml(when)}</h2>`
    const link = `<p><a class="action" href="/online">${escapeHtml(status)}</a></p>`
    return { status: 503, title, html: `<section>${first}${note}<p>${escapeHtml(text)}</p>${link}</section>` }
  })
}

/** In the business's time zone, with the zone's name: the reader may be elsewhere. */
function timeText(at: Date, language: Language, timeZone: string): string {
  const clockTime = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return `${new Intl.DateTimeFormat(language, { timeZone, ...clockTime }).format(at)} (${zone})`
}
