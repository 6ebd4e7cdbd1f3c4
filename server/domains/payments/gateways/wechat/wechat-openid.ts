import { providers } from '../../../../../contract/providers.ts'
import { randomToken } from '../../../../platform/secrets/crypto.ts'
import type { OpenMerchant } from '../../merchants/merchant.ts'
import { asTrouble, GatewayTrouble, withinTime } from '../gateway.ts'
import type { Asking } from '../provider.ts'
import { readWechatAccount } from './wechat-keys.ts'

/** A code that is wrong, or was used before: whoever has it asks for another. */
const CODE_OVER = [40_029, 40_163]

/** Where WeChat's browser is sent to say who visits. It asks nobody anything, and comes back with a code. */
export function openidAddress({ appId, gatewayUrl, pageUrl }: OpenMerchant, back: string): string {
  const host = isReal(gatewayUrl) ? 'https://open.weixin.qq.com' : (pageUrl ?? gatewayUrl)
  const query = new URLSearchParams({ appid: appId, redirect_uri: back, response_type: 'code', scope: 'snsapi_base' })
  return `${host}/connect/oauth2/authorize?${query}&state=pay#wechat_redirect`
}

/** Who visits, by the name that they have at this official account. Null for a code that is good no more. */
export async function loadOpenid(merchant: OpenMerchant, code: string, { time }: Asking): Promise<string | null> {
  const host = isReal(merchant.gatewayUrl) ? 'https://api.weixin.qq.com' : merchant.gatewayUrl
  const { appSecret } = readWechatAccount(merchant)
  const asked = { appid: merchant.appId, secret: appSecret, code, grant_type: 'authorization_code' }
  try {
    return await withinTime(time, async (limitMs) => {
      const url = `${host}/sns/oauth2/access_token?${new URLSearchParams(asked)}`
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(limitMs) })
      const { openid, errcode } = (await response.json()) as { openid?: unknown; errcode?: unknown }
      if (CODE_OVER.some((known) => known === errcode)) return null
      if (typeof openid !== 'string' || !/^[\w-]{1,128}$/.test(openid)) throw new GatewayTrouble(`openid: ${errcode}`)
      return openid
    })
  } catch (cause) {
    throw asTrouble('openid', cause)
  }
}

/** WeChat looks at the secret before it looks at the code. */
export async function knowsSecret(merchant: OpenMerchant, asking: Asking): Promise<boolean> {
  return (await loadOpenid(merchant, randomToken(16), asking)) === null
}

function isReal(gatewayUrl: string): boolean {
  return gatewayUrl === providers.wechat.gatewayUrl
}
