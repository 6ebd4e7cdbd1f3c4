import { expect, test } from 'vitest'

import { LANGUAGES } from '../../../contract/languages.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { MailTemplate } from './mail-templates.ts'
import { renderMail, type MailToRender } from './render-mail.ts'

const params: Record<MailTemplate, Record<string, string>> = {
  code_bind: {},
  code_reset: {},
  code_unlock: {},
  staff_invited: { team: 'Blue Whale', until: '2026-03-01T04:05:06Z' },
  code_staff_email: {},
  code_staff_reset: {},
  staff_password_reset: { member: 'boss', at: '2026-03-01T04:05:06Z' },
  staff_new_login: { member: 'boss', device: 'Firefox <Linux>', address: '192.0.2.7', at: '2026-03-01T04:05:06Z' },
  staff_password_changed: { member: 'boss', at: '2026-03-01T04:05:06Z' },
  payee_changed: { number: '1001', at: '2026-03-01T04:05:06Z' },
  webhook_gone: { name: 'shop-bot', host: 'bot.example', at: '2026-03-01T04:05:06Z' },
  webhook_failing: { name: 'shop-bot', host: 'bot.example', at: '2026-03-01T04:05:06Z' },
  staff_factor_changed: { member: 'boss', at: '2026-03-01T04:05:06Z' },
  users_near: { number: '260', used: '81', max: '100' },
  users_full: { number: '260', used: '101', max: '100' },
  traffic_near: { number: '260', used: '0.81 TB', max: '1.00 TB' },
  traffic_full: { number: '260', used: '1.01 TB', max: '1.00 TB' },
  code_staff: {},
  code_welcome: {},
  reset_code_told: { at: '2026-03-01T04:05:06Z' },
  deletion_by_staff: { until: '2026-03-01T04:05:06Z' },
  new_login: { device: 'Firefox <Linux>', address: '192.0.2.7', at: '2026-03-01T04:05:06Z' },
  device_stolen: { device: 'Firefox <Linux>', at: '2026-03-01T04:05:06Z' },
  password_changed: { at: '2026-03-01T04:05:06Z' },
  email_bound: { masked: 'm***@example.com', at: '2026-03-01T04:05:06Z' },
  email_changed: { masked: 'm***@example.com', at: '2026-03-01T04:05:06Z' },
  account_locked: { at: '2026-03-01T04:05:06Z' },
  account_unlocked: { at: '2026-03-01T04:05:06Z' },
  deletion_asked: { until: '2026-03-01T04:05:06Z' },
  pause_ended: { at: '2026-03-01T04:05:06Z' },
  renew_soon: { package: 'Standard', amount: '¥30', until: '2026-03-01T04:05:06Z' },
  renewed: { package: 'Standard', amount: '¥30', until: '2026-03-01T04:05:06Z' },
  renew_early_failed: { package: 'Standard', amount: '¥30' },
  renew_failed: { package: 'Standard', amount: '¥30', until: '2026-03-01T04:05:06Z' },
  payout_paid: { number: '1001', amount: '¥200', at: '2026-03-01T04:05:06Z' },
  staff_notice_trial: { title: 'Work <tonight>', text: 'It begins at ten' },
  staff_summary: { day: '2026-03-01', text: 'New users 3' },
  staff_brand_test: { member: 'boss260', at: '2026-03-01T04:05:06Z' },
  payout_refused: { number: '1001', amount: '¥200', reason: 'wrong account' },
  renew_stopped: { package: 'Standard', until: '2026-03-01T04:05:06Z' },
  reseller_suspended: { number: '1001', reason: 'unpaid' },
  reseller_resumed: { number: '1001' },
  wholesale_rises: { number: '1001', packages: 'Standard, Light', at: '2026-03-01T04:05:06Z' },
  offers_stopped: { number: '1001', packages: 'Standard, Light' },
  package_ends: {
    package: 'Standard',
    days: '3',
    until: '2026-03-01T04:05:06Z',
    next: 'renew',
    text: 'Stay with us',
    coupon: 'SPRING-TEN',
  },
  traffic_used: { percent: '95', left: '1.00 GB' },
  receipt: {
    what: 'Standard',
    amount: '¥30',
    number: 'a1b2',
    at: '2026-03-01T04:05:06Z',
    text: 'Blue Ltd',
  },
  ticket_answered: { number: '12', answer: 'Restart it <b>now</b>' },
  lines_end_soon: { until: '2026-03-01T04:05:06Z' },
  node_removed: { node: 'HK 01' },
  line_moved: { node: 'HK 01', target: 'HK 02' },
  totp_turned_on: { at: '2026-03-01T04:05:06Z' },
  totp_turned_off: { at: '2026-03-01T04:05:06Z' },
  passkey_added: { name: 'Phone <Linux>', at: '2026-03-01T04:05:06Z' },
  passkey_removed: { name: 'Phone <Linux>', at: '2026-03-01T04:05:06Z' },
  withdrawal_paid: { amount: '¥20', way: 'by hand', at: '2026-03-01T04:05:06Z' },
  withdrawal_refused: { amount: '¥20', reason: 'wrong account' },
  account_blocked: { reason: 'spam' },
  account_unblocked: { at: '2026-03-01T04:05:06Z' },
  deletion_put_off: {},
  agency_suspended: { agency: 'Blue Whale', number: '1001' },
  agency_given_away: { agency: 'Blue Whale', number: '1001' },
  agency_received: { agency: 'Blue Whale', number: '1001' },
  agency_approved: { agency: 'Blue Whale', number: '1001' },
}
/** Lifetimes that the mails of these codes must state. */
const GOOD_FOR: Partial<Record<MailTemplate, string>> = { code_staff: '30', code_welcome: '72' }
const templates = Object.keys(params) as MailTemplate[]

function render(overrides: Partial<MailToRender>) {
  const template = overrides.template ?? 'code_reset'
  return renderMail({
    template,
    language: 'zh-CN',
    brand: { title: '鱼线用户中心', accent: '#0f766e', balanceName: '鱼币' },
    userName: 'fisher',
    params: params[template],
    code: template.startsWith('code_') ? '048213' : null,
    timeZone: 'Asia/Shanghai',
    linkTo: (path) => `https://portal.example${path}`,
    ...overrides,
  })
}

test.each(LANGUAGES.flatMap((language) => templates.map((template) => [template, language] as const)))(
  '%s in %s has all its words, as text and as HTML',
  (template, language) => {
    const { subject, text, html } = render({ template, language })
    expect(subject.length).toBeGreaterThan(3)
    expect(subject.startsWith('048213 · ')).toBe(template.startsWith('code_'))
    for (const form of [text, html]) {
      // Staff have their own names, a reseller has a number, and an invited member has no name yet.
      if (!/^(code_staff_email$|staff_|payee_|webhook_|users_|traffic_|reseller_)/.test(template))
        expect(form).toContain('fisher')
      expect(form).toContain('鱼线用户中心')
      expect(form).not.toMatch(/undefined|\[object|Invalid Date/)
      // The moments are looked at below; `next` chooses between sentences.
      const { at: _at, until: _until, next: _next, ...words } = params[template]
      for (const word of Object.values(words)) {
        expect(form.replaceAll('\u2060', '')).toContain(form === html ? escapeHtml(word) : word)
      }
      // 04:05 UTC is 12:05 in Shanghai.
      const moment = {
        'zh-CN': '北京时间 2026-03-01 12:05',
        'zh-TW': '北京時間 2026-03-01 12:05',
        en: '2026-03-01 12:05 GMT+8',
      }
      if ('at' in params[template] || 'until' in params[template]) expect(form).toContain(moment[language])
      if (template.startsWith('code_')) expect(form).toMatch(new RegExp(`048213[^]*\\b${GOOD_FOR[template] ?? '10'} `))
      else expect(form).not.toMatch(/\b\d{6}\b/)
    }
    if (language === 'en') expect(subject + text.replaceAll('鱼线用户中心', '')).not.toMatch(/[一-鿿]/)
    else expect(subject).toMatch(/[一-鿿]/)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).not.toContain('<Linux>')
  },
)

test('Traditional and Simplified Chinese have different texts', () => {
  for (const template of templates) {
    const [simplified, traditional] = [render({ template }), render({ template, language: 'zh-TW' })]
    expect(traditional.text, template).not.toBe(simplified.text)
  }
})

test('user-chosen words cannot carry HTML or become a link', () => {
  const title = `<img src=x onerror="alert(1)">'&$&`
  const brand = { title, accent: 'red;}</style><script>', balanceName: '余额' }
  const { text, html } = render({ template: 'new_login', brand, userName: 'win.prize.example' })
  expect(html).not.toMatch(/<img|<script|red;|<\/style>.*<\/style/s)
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;$&amp;')
  for (const form of [text, html]) expect(form).not.toContain('win.prize.example')
  expect(text.replaceAll('\u2060', '')).toContain('win.prize.example')
})

test('shows the longest allowed reason in full', () => {
  const reason = '理'.repeat(199) + '𠀀'
  expect(render({ template: 'withdrawal_refused', params: { amount: '¥20', reason } }).text).toContain(reason)
})

test('a text of staff keeps its length and its lines, and makes no markup', () => {
  const text = `${'理'.repeat(500)}\n<b>b.example</b>`
  const { text: plain, html } = render({ template: 'staff_notice_trial', params: { title: 'x', text } })
  expect(plain).toContain(`${'理'.repeat(500)}\n\n<b>b.\u2060example</b>`)
  expect(html).toContain('&lt;b&gt;b.\u2060example')
})

test('a button uses the address given for links', () => {
  const { text, html } = render({ template: 'account_locked' })
  expect(text).toContain('https://portal.example/login')
  expect(html).toContain('href="https://portal.example/login"')
})

test('an inbox shows the first sentence before the mail is opened, and dark programs get dark colours', () => {
  const { html } = render({ template: 'password_changed' })
  const shownFirst = /<body[^>]*>\s*<div style="display:none[^>]*>([^<]+)/.exec(html)?.[1]
  expect(shownFirst).toContain('账号 fisher 的密码已于')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('prefers-color-scheme:dark')
})

test('another time zone is named by its offset', () => {
  expect(render({ template: 'password_changed', timeZone: 'Asia/Tokyo' }).text).toContain('2026-03-01 13:05 GMT+9')
})
