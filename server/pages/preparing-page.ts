import type { FastifyReply } from 'fastify'

import type { Language } from '../../contract/languages.ts'
import { hostedPage, type HostedReader } from './hosted/layout.ts'

const words: Record<Language, { title: string; text: string }> = {
  'zh-CN': { title: '控制台正在准备', text: '大约需要一分钟，好了以后这个页面会自动打开。' },
  'zh-TW': { title: '控制台正在準備', text: '大約需要一分鐘，好了以後這個頁面會自動開啟。' },
  en: {
    title: 'The console is being prepared',
    text: 'It takes about a minute. This page opens by itself then.',
  },
}
/** The browser reloads by itself, without a script. */
const RELOAD_S = 3

/** In place of the console's page while `npm start` still builds it. */
export function sendPreparing(reply: FastifyReply, reader: Omit<HostedReader, 'isFramed'>): FastifyReply {
  const { title, text } = words[reader.language]
  return reply
    .code(503)
    .headers({ refresh: RELOAD_S, 'retry-after': RELOAD_S })
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${reader.nonce}'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(hostedPage({ ...reader, isFramed: false }, title, `<section><p>${text}</p></section>`))
}
