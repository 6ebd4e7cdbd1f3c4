import { randomBytes } from 'node:crypto'

import { json, redirect, text, type Answer, type Request } from '../http.ts'
import type { WireDeps } from '../protocol.ts'

/** Everybody who visits in WeChat's browser. */
export const VISITOR = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o'
/** Good once. */
const codes = new Set<string>()

/** Sends the browser back with a code for who it is. */
export async function askWho({ merchants }: WireDeps, { query }: Request): Promise<Answer> {
  const back = URL.parse(query.get('redirect_uri') ?? '')
  const isKnown = merchants.find((one) => one.wxAppId === query.get('appid'))
  const isRight = query.get('response_type') === 'code' && query.get('scope') === 'snsapi_base'
  if (!isKnown || !isRight || !back || !/^https?:$/.test(back.protocol)) return text('redirect_uri', 400)
  const code = randomBytes(16).toString('hex')
  codes.add(code)
  back.searchParams.set('code', code)
  back.searchParams.set('state', query.get('state') ?? '')
  return redirect(back.href)
}

/** Looks at the secret first. */
export async function tellWho({ merchants }: WireDeps, { query }: Request): Promise<Answer> {
  const merchant = merchants.find((one) => one.wxAppId === query.get('appid'))
  if (!merchant) return json({ errcode: 40_013, errmsg: 'invalid appid' })
  if (merchant.wxAppSecret !== query.get('secret')) return json({ errcode: 40_125, errmsg: 'invalid appsecret' })
  if (!codes.delete(query.get('code') ?? '')) return json({ errcode: 40_029, errmsg: 'invalid code' })
  return json({ access_token: 'token', expires_in: 7200, openid: VISITOR, scope: 'snsapi_base' })
}
