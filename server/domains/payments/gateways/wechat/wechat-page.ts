import { createSign } from 'node:crypto'

import { randomToken } from '../../../../platform/secrets/crypto.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import { type Bill, GatewayTrouble } from '../gateway.ts'
import type { Asking, Shown, Visit } from '../provider.ts'
import { beginTrade, wechatSide, type WechatSide } from './wechat-gateway.ts'
import { loadOpenid, openidAddress } from './wechat-openid.ts'

/**
 * H5 for a phone's browser; in WeChat's own browser, which refuses that, JSAPI for who visits. That is asked each time
 * and kept nowhere.
 */
export async function showWechatPage(
  merchant: OpenMerchant,
  asking: Asking,
  bill: Bill,
  { userAgent, code }: Visit,
): Promise<Shown> {
  const side = wechatSide(merchant, asking)
  if (!/MicroMessenger/i.test(userAgent)) return showH5(side, bill)
  if (side.account.appSecret === '') return 'elsewhere'
  const openid = code === null ? null : await loadOpenid(merchant, code, asking)
  if (openid === null) return { go: openidAddress(merchant, bill.pageUrl) }
  const prepayId = await beginTrade(side, bill, 'jsapi', openid)
  return isOver(prepayId) ? 'over' : { bridge: writeWish(side, prepayId, asking.now) }
}

async function showH5(side: WechatSide, bill: Bill): Promise<Shown> {
  const link = await beginTrade(side, bill, 'h5')
  if (isOver(link)) return 'over'
  if (!/^https?:\/\//.test(link)) throw new GatewayTrouble('open: no address')
  return { open: `${link}${link.includes('?') ? '&' : '?'}redirect_url=${encodeURIComponent(bill.returnUrl)}` }
}

function isOver(given: string): boolean {
  return given === 'closed' || given === 'paid'
}

/** Four lines, each with its end: app, seconds, nonce, package. */
function writeWish({ account, appId }: WechatSide, prepayId: string, now: Date): Record<string, string> {
  const named = [appId, String(Math.floor(now.getTime() / 1000)), randomToken(16), `prepay_id=${prepayId}`] as const
  const paySign = createSign('RSA-SHA256')
    .update([...named, ''].join('\n'))
    .sign(account.privateKey, 'base64')
  const [, timeStamp, nonceStr, prepay] = named
  return { appId, timeStamp, nonceStr, package: prepay, signType: 'RSA', paySign }
}
