import { expect } from 'vitest'

import type { TestApp } from '../run/make-app.ts'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'

export type Page = { status: number; body: string }
export type Extra = { files?: Buffer[]; origin?: string; wish?: Record<string, string> }

export const addressOf = (resellerId: number) => `app_key=yx_${resellerId}&lang=en`
const plain = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The forms of a page, as a browser would send them. */
export function formsOf({ body }: Page) {
  return [...body.matchAll(/<form method="post"([^>]*)>([^]*?)<\/form>/g)].map(([, head = '', html = '']) => {
    const inputs = [...html.matchAll(/<input type="(?:hidden|checkbox)" name="([^"]+)" value="([^"]*)"/g)]
    const checked = [...html.matchAll(/<input type="radio" name="([^"]+)" value="([^"]*)" checked/g)]
    const typed = /<textarea[^>]*name="text"[^>]*>\n?([^]*?)<\/textarea>/.exec(html)
    const fields = Object.fromEntries([...inputs, ...checked].map(([, name = '', value = '']) => [name, plain(value)]))
    return {
      action: plain(/action="([^"]+)"/.exec(head)?.[1] ?? ''),
      fields: { ...fields, ...(typed ? { text: plain(typed[1] ?? '') } : {}) } as Record<string, string>,
      html,
    }
  })
}
export const formOf = (page: Page, step: string, like = '') =>
  formsOf(page).find(({ fields, html }) => fields['step'] === step && html.includes(like)) ??
  expect.unreachable(`The page has no form ${step}`)

/** Opens and sends pages of the help desk as a phone does inside the frame. */
export function browseDesk({ inject }: Pick<TestApp, 'inject'>) {
  /** As a frame without an origin sends it. */
  async function post(
    action: string,
    fields: Record<string, string>,
    { files = [], origin = 'null' }: Extra = {},
  ): Promise<Page> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    for (const file of files)
      form.append('files', new File([new Uint8Array(file)], 'photo.jpg', { type: 'image/jpeg' }))
    const sent = new Response(form)
    const headers = {
      origin,
      host: 'portal.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'iframe',
      'user-agent': PHONE,
      'content-type': sent.headers.get('content-type')!,
    }
    const payload = Buffer.from(await sent.arrayBuffer())
    const answer = await inject({ method: 'POST', url: action, headers, payload })
    return { status: answer.statusCode, body: answer.body }
  }
  const press = (page: Page, step: string, { wish = {}, ...extra }: Extra = {}, like = '') => {
    const { action, fields } = formOf(page, step, like)
    return post(action, { ...fields, ...wish }, extra)
  }
  const get = async (url: string): Promise<Page> => {
    const { statusCode, body } = await inject({ url, headers: { 'sec-fetch-dest': 'iframe' } })
    return { status: statusCode, body }
  }

  return { post, press, get }
}
