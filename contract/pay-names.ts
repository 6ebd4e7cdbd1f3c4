import type { Static } from 'typebox'

import { coinNames } from './coins.ts'
import type { Language } from './languages.ts'
import type { Period } from './packages.ts'
import type { PayChannel, Provider } from './providers.ts'

/** Names of the ways that users pay by, on every screen and in files. */
export const channelNames: Record<Language, Record<PayChannel, string>> = {
  'zh-CN': { ...coinNames, alipay: '支付宝', wxpay: '微信支付', qqpay: 'QQ 钱包', card: '银行卡' },
  'zh-TW': { ...coinNames, alipay: '支付寶', wxpay: '微信支付', qqpay: 'QQ 錢包', card: '信用卡' },
  en: { ...coinNames, alipay: 'Alipay', wxpay: 'WeChat Pay', qqpay: 'QQ Wallet', card: 'Card' },
}

/** Names of the providers behind them, for staff; with the keys that their word tables use. */
export const providerWords: Record<Language, Record<`provider.${Provider}`, string>> = {
  'zh-CN': {
    'provider.alipay': '支付宝',
    'provider.epay': '易支付',
    'provider.usdt': 'USDT',
    'provider.stripe': 'Stripe',
    'provider.wechat': '微信支付',
  },
  'zh-TW': {
    'provider.alipay': '支付寶',
    'provider.epay': '易支付',
    'provider.usdt': 'USDT',
    'provider.stripe': 'Stripe',
    'provider.wechat': '微信支付',
  },
  en: {
    'provider.alipay': 'Alipay',
    'provider.epay': 'EPay',
    'provider.usdt': 'USDT',
    'provider.stripe': 'Stripe',
    'provider.wechat': 'WeChat Pay',
  },
}

const periodNames: Record<Language, Record<Static<typeof Period>, string>> = {
  'zh-CN': { month: '月付', quarter: '季付', half: '半年付', year: '年付', once: '' },
  'zh-TW': { month: '月付', quarter: '季付', half: '半年付', year: '年付', once: '' },
  en: { month: 'monthly', quarter: '3 months', half: '6 months', year: 'yearly', once: '' },
}

/** What a payment is for: 标准版 月付. What is bought once is called only by its name. */
export function goodsText(language: Language, name: string, period: Static<typeof Period>): string {
  return `${name} ${periodNames[language][period]}`.trim()
}
