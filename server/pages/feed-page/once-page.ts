import type { Language } from '../../../contract/languages.ts'
import type { CodeTrouble, SendOncePage } from '../../domains/feeds/devices/once-route.ts'
import type { Db } from '../../platform/db/db.ts'
import { languageOfRequest } from '../../platform/http/envelope.ts'
import { randomNonce } from '../../platform/secrets/crypto.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { hostedPage } from '../hosted/layout.ts'
import { pageBrand } from '../page-brand.ts'
import { schemeOf } from '../scheme-of.ts'

type Words = { title: string; text: string; begin: string; badTitle: string; troubles: Record<CodeTrouble, string> }

const words: Record<Language, Words> = {
  'zh-CN': {
    title: '在这台设备上连接',
    text: '这个码只能用一次。点开始后，这台设备有自己的地址，给码的人随时可以收回。',
    begin: '开始',
    badTitle: '这个码不能用',
    troubles: {
      unknown: '码不对。请让给你的人重新生成一个。',
      brand: '这个码是另一家的，在这里不能用。',
      used: '这个码已经用过了。请让给你的人重新生成一个。',
      revoked: '给你的人收回了这个码。还需要的话，请让他重新生成一个。',
      signedOut: '给你的人退出登录了，码也就失效了。请让他登录后重新生成一个。',
      late: '这个码过期了，它只有 15 分钟。请让给你的人重新生成一个。',
    },
  },
  'zh-TW': {
    title: '在這台裝置上連線',
    text: '這個碼只能用一次。點開始後，這台裝置有自己的網址，給碼的人隨時可以收回。',
    begin: '開始',
    badTitle: '這個碼不能用',
    troubles: {
      unknown: '碼不對。請讓給你的人重新產生一個。',
      brand: '這個碼是另一家的，在這裡不能用。',
      used: '這個碼已經用過了。請讓給你的人重新產生一個。',
      revoked: '給你的人收回了這個碼。還需要的話，請讓他重新產生一個。',
      signedOut: '給你的人登出了，碼也就失效了。請讓他登入後重新產生一個。',
      late: '這個碼過期了，它只有 15 分鐘。請讓給你的人重新產生一個。',
    },
  },
  en: {
    title: 'Connect this device',
    text: 'This code works once. After you begin, this device has an address of its own, which its giver can take back at any time.',
    begin: 'Begin',
    badTitle: 'This code does not work',
    troubles: {
      unknown: 'This code is not right. Please ask for a new one.',
      brand: 'This code is from another service and does not work here.',
      used: 'This code has been used. Please ask for a new one.',
      revoked: 'This code was taken back. Please ask for a new one if you still need it.',
      signedOut: 'The person who made this code has signed out, so it no longer works. Please ask for a new one.',
      late: 'This code has expired: it lasts 15 minutes. Please ask for a new one.',
    },
  },
}

const STYLE =
  'button{min-height:48px;padding:0 28px;border:0;border-radius:8px;background:var(--brand-fill);color:var(--on-brand);font:inherit;font-weight:600}'

/** Tells a reader what a one-scan code does before it is spent, or why it opens nothing. */
export function makeSendOncePage(db: Db): SendOncePage {
  return async (request, reply, trouble) => {
    const { brand } = await pageBrand(db, request)
    const language = languageOfRequest(request)
    const { title, text, begin, badTitle, troubles } = words[language]
    const nonce = randomNonce()
    const reader = { brand, language, scheme: schemeOf(request), nonce, isFramed: false }
    // The form goes back to its own address, query included. By `no-referrer` its call could not say that it is ours.
    const button = `<meta name="referrer" content="strict-origin"><form method="post"><button>${escapeHtml(begin)}</button></form>`
    const html = trouble
      ? `<section><p>${escapeHtml(troubles[trouble])}</p></section>`
      : `<section><p>${escapeHtml(text)}</p>${button}</section>`
    return reply
      .code(trouble ? 403 : 200)
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      )
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .type('text/html; charset=utf-8')
      .send(hostedPage(reader, trouble ? badTitle : title, html, STYLE))
  }
}
