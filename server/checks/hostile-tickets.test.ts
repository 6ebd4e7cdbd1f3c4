import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { openMailbox } from '../test/outside/mailbox.ts'
import { makeApp } from '../test/run/make-app.ts'
import { runJobs } from '../test/run/run-jobs.ts'

// Whatever somebody writes into a field of the help desk is text at every place that shows it. The screens themselves are
// seen in e2e/tickets.spec.ts, Telegram in its own tests.
const mailbox = await openMailbox()
const made = await makeApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'post@mail.example' })
const { db, call } = made
await runJobs(made)
let nextReseller = 8500

const HOSTILE: [name: string, text: string][] = [
  ['a page', '</td></table><script>alert(1)</script><img src=x onerror=alert(1)> "\' &amp; &lt;b&gt;'],
  [
    'Markdown',
    '# big\n\n**bold** [gift](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example>',
  ],
  ['Telegram’s markup', '*b* _i_ __u__ ||s|| `c` [me](tg://user?id=1) <b>b</b> <tg-spoiler>x</tg-spoiler>'],
  ['a mail’s head', 'hello\nBcc: all@evil.example\nContent-Type: text/html\n\n<b>body</b>\n.\nQUIT'],
  ['a template', '{{brand}} {{answer}} ${process.env.SECRET_KEY} {name} %s %(x)s #{1+1} <%= 1 %>'],
]

async function buildThread(text: string) {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const email = `reads${resellerId}@example.com`
  const account = await buildAccount(db, { resellerId, email })
  const token = await buildSession(db, account)
  const staff = await buildStaff(made, { resellerId, role: 'support' })
  const opened = await call(api.tickets.open, { category: 'other', text, key: randomUUID() }, { token })
  expect(opened.status, opened.text).toBe(200)
  const { ticketId } = opened.data
  const answer = { ticketId, text, closes: true, key: randomUUID() }
  expect((await staff.call(consoleApi.tickets.answer, answer)).status).toBe(200)
  // A rating's word has one line of 200 characters at most.
  const word = text.replaceAll('\n', ' ').slice(0, 200)
  expect((await call(api.tickets.rate, { ticketId, rating: 'bad', word }, { token })).status).toBe(200)
  return { ticketId, token, staff, email, word }
}

test.each(HOSTILE)('%s in question, answer and rating is text for user, staff, bell and mail', async (_name, text) => {
  const { ticketId, token, staff, email, word } = await buildThread(text)
  const title = text.replaceAll(/\s+/g, ' ').slice(0, 79)
  const own = (await call(api.tickets.show, { ticketId }, { token })).data
  expect(own.messages.map(({ body }) => body)).toEqual([text, text])
  expect((await call(api.tickets.list, {}, { token })).data.items[0]?.title).toContain(title)
  const shown = (await staff.call(consoleApi.tickets.show, { ticketId })).data
  expect(shown.messages.map(({ body }) => body)).toEqual([text, text])
  expect(shown.ratingWord).toBe(word)
  const queue = await staff.call(consoleApi.tickets.list, { search: text.slice(0, 20) })
  expect(queue.data.rows.map((row) => row.title)).toEqual([expect.stringContaining(title)])
  await expectPlainBell(token, text)
  await expectPlainMail(email, text)
})

/** The bell knows paragraphs, links and strong words: of a user's words it makes only paragraphs. */
async function expectPlainBell(token: string, text: string): Promise<void> {
  const [notice] = (await call(api.notices.list, {}, { token })).data.items
  const runs = notice!.blocks.flatMap((block) => block.runs)
  expect(runs.filter((run) => run.href !== null || run.isStrong)).toEqual([])
  expect(new Set(notice!.blocks.map((block) => block.kind))).toEqual(new Set(['paragraph']))
  const said = notice!.blocks.map((block) => block.runs.map((run) => run.text).join('')).join('\n')
  expect(withoutSpace(said)).toContain(withoutSpace(text))
}

async function expectPlainMail(email: string, text: string): Promise<void> {
  const mail = await mailbox.next(email)
  expect(Object.keys(mail.headers)).not.toContain('bcc')
  expect(mail.to.toLowerCase()).toBe(email)
  expect(mail.subject).not.toContain(text.slice(0, 10))
  expect(withoutSpace(mail.text)).toContain(withoutSpace(text))
  expect(mail.html).not.toMatch(/<(script|img|b|tg-spoiler|https)[\s>:]/)
  expect(mail.html).not.toMatch(/href="[^"]*(evil|tg:)/)
  expect(withoutSpace(readHtml(mail.html))).toContain(withoutSpace(text))
}

/** Also without the sign that keeps mail programs from making a link of what looks like an address. */
const withoutSpace = (text: string) => text.replaceAll(/[\s\u2060]+/g, '')

/** What a reader sees of a mail. */
function readHtml(html: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => signs[name]!)
}
