import type { Language } from './languages.ts'
import type { PayChannel, Provider } from './providers.ts'

/** Names of the ways that users pay by, on every screen and in files. */
export const channelNames: Record<Language, Record<PayChannel, string>> = {
  'zh-CN': { alipay: '支付宝', wxpay: '微信支付', qqpay: 'QQ 钱包' },
  'zh-TW': { alipay: '支付寶', wxpay: '微信支付', qqpay: 'QQ 錢包' },
  en: { alipay: 'Alipay', wxpay: 'WeChat Pay', qqpay: 'QQ Wallet' },
}

/** Names of the providers behind them, for staff; with the keys that their word tables use. */
export const providerWords: Record<Language, Record<`provider.${Provider}`, string>> = {
  'zh-CN': { 'provider.alipay': '支付宝', 'provider.epay': '易支付' },
  'zh-TW': { 'provider.alipay': '支付寶', 'provider.epay': '易支付' },
  en: { 'provider.alipay': 'Alipay', 'provider.epay': 'EPay' },
}
