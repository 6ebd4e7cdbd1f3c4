import type { ProviderSide } from '../provider.ts'
import { alipayBill } from './alipay-bill.ts'
import { alipayGateway } from './alipay-gateway.ts'
import { checkAlipay } from './alipay-keys.ts'
import { readAlipayNotify } from './alipay-notify.ts'

export type AlipayShop = { appId: string; sellerId: string; appPrivateKey: string; alipayPublicKey: string }

export const alipay: ProviderSide<AlipayShop> = {
  gateway: alipayGateway,
  check: checkAlipay,
  notify: {
    method: 'POST',
    contentType: 'application/x-www-form-urlencoded',
    read: readAlipayNotify,
    taken: 'success',
    refused: { code: 200, text: 'fail' },
  },
  canRepeatRefund: true,
  bill: alipayBill,
  sandbox: {
    page: '/gateway.do',
    account: ({ appId, sellerId, appPrivateKey, alipayPublicKey }) => {
      const keys = { sellerId, secret: appPrivateKey, alipayPublicKey }
      return { name: '沙箱支付宝', appId, channels: ['alipay'], path: '/gateway.do', ...keys }
    },
  },
}
