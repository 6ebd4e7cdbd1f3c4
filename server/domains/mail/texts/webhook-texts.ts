import type { Language } from '../../../../contract/languages.ts'
import type { TextsOf } from './mail-text.ts'

export type WebhookParams = {
  /** The address answered that it wants no more events, or failed for three days. `name` is the webhook's. */
  webhook_gone: 'name' | 'host' | 'at'
  webhook_failing: 'name' | 'host' | 'at'
}

/** To a reseller's owners: one of its webhooks was switched off. */
export const webhookTexts: Record<Language, TextsOf<WebhookParams>> = {
  'zh-CN': {
    webhook_gone: ({ name, host, at }) => ({
      subject: `Webhook「${name}」已停用`,
      lines: [
        `${host} 于 ${at} 回答不再接收事件（410），Webhook「${name}」已停用。`,
        '如果这不是你的意思，请检查对方服务，然后在控制台的团队页重新启用；没有送达的事件可以在日志里重发。',
      ],
      action: { label: '打开控制台', path: '/console' },
    }),
    webhook_failing: ({ name, host, at }) => ({
      subject: `Webhook「${name}」已停用`,
      lines: [
        `${host} 太久没有成功收下事件，Webhook「${name}」已于 ${at} 停用。`,
        '修好之后，请在控制台的团队页重新启用；没有送达的事件可以在日志里重发。',
      ],
      action: { label: '打开控制台', path: '/console' },
    }),
  },
  'zh-TW': {
    webhook_gone: ({ name, host, at }) => ({
      subject: `Webhook「${name}」已停用`,
      lines: [
        `${host} 於 ${at} 回答不再接收事件（410），Webhook「${name}」已停用。`,
        '如果這不是你的意思，請檢查對方服務，然後在控制台的團隊頁重新啟用；沒有送達的事件可以在記錄裡重送。',
      ],
      action: { label: '開啟控制台', path: '/console' },
    }),
    webhook_failing: ({ name, host, at }) => ({
      subject: `Webhook「${name}」已停用`,
      lines: [
        `${host} 太久沒有成功收下事件，Webhook「${name}」已於 ${at} 停用。`,
        '修好之後，請在控制台的團隊頁重新啟用；沒有送達的事件可以在記錄裡重送。',
      ],
      action: { label: '開啟控制台', path: '/console' },
    }),
  },
  en: {
    webhook_gone: ({ name, host, at }) => ({
      subject: `The webhook ${name} is off`,
      lines: [
        `${host} answered at ${at} that it wants no more events (410), so the webhook ${name} was switched off.`,
        'If you did not mean that, look at the receiving side, then switch it on again on the team page of the console. Its log sends what was missed.',
      ],
      action: { label: 'Open the console', path: '/console' },
    }),
    webhook_failing: ({ name, host, at }) => ({
      subject: `The webhook ${name} is off`,
      lines: [
        `${host} has not taken an event for too long, so the webhook ${name} was switched off at ${at}.`,
        'Once it works, switch it on again on the team page of the console. Its log sends what was missed.',
      ],
      action: { label: 'Open the console', path: '/console' },
    }),
  },
}
