import type { ProviderSide } from '../provider.ts'
import { wechatBill } from './wechat-bill.ts'
import { wechatGateway } from './wechat-gateway.ts'
import { checkWechat } from './wechat-keys.ts'
import { readWechatNotify } from './wechat-notify.ts'
import { showWechatPage } from './wechat-page.ts'

export type WechatShop = {
  wxAppId: string
  mchId: string
  wxSerial: string
  wxMerchantKey: string
  apiV3Key: string
  /** Not there in the folder of an older release. */
  wxAppSecret?: string
  wxPublicKeyId: string
  wxPublicKey: string
}

export const wechat: ProviderSide<WechatShop> = {
  gateway: wechatGateway,
  check: checkWechat,
  notify: {
    method: 'POST',
    contentType: 'application/json',
    read: readWechatNotify,
    taken: '',
    refused: { code: 400, text: '{"code":"FAIL","message":"refused"}' },
  },
  show: showWechatPage,
  canRepeatRefund: true,
  bill: wechatBill,
  sandbox: {
    page: '/connect/oauth2/authorize',
    account: ({ wxAppId, mchId, wxSerial, wxMerchantKey, apiV3Key, wxAppSecret, wxPublicKeyId, wxPublicKey }) => ({
      name: '沙箱微信支付',
      appId: wxAppId,
      channels: ['wxpay'],
      path: '',
      secret: JSON.stringify({ privateKey: wxMerchantKey, apiV3Key, appSecret: wxAppSecret }),
      settings: { mchId, serialNo: wxSerial, publicKeyId: wxPublicKeyId, publicKey: wxPublicKey },
    }),
  },
}
