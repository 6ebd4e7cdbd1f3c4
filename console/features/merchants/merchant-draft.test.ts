import { expect, it } from 'vitest'

import { FIRST, type MerchantDraft, merchantOf } from './merchant-draft.ts'

const typed: MerchantDraft = {
  ...FIRST,
  name: ' 平台支付宝 ',
  appId: ' 2021 ',
  channels: ['alipay', 'wxpay'],
  keys: { sellerId: ' 2088 ', secret: 'private', alipayPublicKey: 'public', isKeyNamed: true },
}

it('sends the fields of Alipay only, and keys exactly as typed', () => {
  expect(merchantOf(typed)).toEqual({
    provider: 'alipay',
    name: '平台支付宝',
    appId: '2021',
    secret: 'private',
    sellerId: '2088',
    alipayPublicKey: 'public',
  })
})

it('sends the fields of epay only', () => {
  expect(merchantOf({ ...typed, provider: 'epay', gatewayUrl: ' https://pay.example ' })).toEqual({
    provider: 'epay',
    name: '平台支付宝',
    appId: '2021',
    secret: 'private',
    gatewayUrl: 'https://pay.example',
    channels: ['alipay', 'wxpay'],
    isKeyNamed: true,
  })
})
