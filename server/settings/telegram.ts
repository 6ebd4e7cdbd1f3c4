type Given = {
  readonly TELEGRAM_API_URL?: string | undefined
  readonly TELEGRAM_UPDATES?: string | undefined
  readonly ALLOW_LOCAL_GATEWAY?: string | undefined
}
type Known = { mode: 'sandbox' | 'production'; publicUrl: string }
export type TelegramSettings = {
  /** Where the Bot API is. */
  apiUrl: string
  /** Telegram calls us, or we ask: where nothing from outside reaches the portal. */
  updates: 'webhook' | 'polling'
}

export const TELEGRAM_API = 'https://api.telegram.org'
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The bot's token stands in every call's address, so only https may carry it; http stays on this machine, for tests. */
export function readTelegram(env: Given, { mode, publicUrl }: Known, wrong: string[]): TelegramSettings {
  const apiUrl = (env.TELEGRAM_API_URL || TELEGRAM_API).replace(/\/+$/, '')
  const url = URL.parse(apiUrl)
  const mayBeLocal = mode === 'sandbox' || env.ALLOW_LOCAL_GATEWAY === '1'
  const isLocal = url?.protocol === 'http:' && LOOPBACK.test(url.hostname) && mayBeLocal
  if (!url || (url.protocol !== 'https:' && !isLocal) || url.username || url.password || url.search || url.hash)
    wrong.push('TELEGRAM_API_URL must be an https address without name, password and query')
  const text = env.TELEGRAM_UPDATES
  if (text && text !== 'webhook' && text !== 'polling')
    wrong.push(`TELEGRAM_UPDATES must be one of webhook, polling, not "${text}"`)
  if (text === 'webhook' && !publicUrl.startsWith('https:'))
    wrong.push('TELEGRAM_UPDATES=webhook needs an https PUBLIC_URL')
  const byReach = publicUrl.startsWith('https:') ? 'webhook' : 'polling'
  return { apiUrl, updates: text === 'webhook' || text === 'polling' ? text : byReach }
}
