import type { ProviderSide } from '../provider.ts'
import { wechatBill } from './wechat-bill.ts'
import { wechatGateway } from './wechat-gateway.ts'
import { checkWechat } from './wechat-keys.ts'
import { readWechatNotify } from './wechat-notify.ts'

export type WechatShop = {
  wxAppId: string
  mchId: string
  wxSerial: string
  wxMerchantKey: string
  apiV3Key: string
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
  canRepeatRefund: true,
  bill: wechatBill,
  sandbox: {
    page: '/v3',
    account: ({ wxAppId, mchId, wxSerial, wxMerchantKey, apiV3Key, wxPublicKeyId, wxPublicKey }) => ({
      name: '沙箱微信支付',
      appId: wxAppId,
      channels: ['wxpay'],
      path: '',
      secret: JSON.stringify({ privateKey: wxMerchantKey, apiV3Key }),
      settings: { mchId, serialNo: wxSerial, publicKeyId: wxPublicKeyId, publicKey: wxPublicKey },
    }),
  },
}
