import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/reminders.ts'

export default {
  remindersText: 'By the bell and by e-mail, only during the day; answers of support at any time.',
  remindersFailed: 'The reminders did not load',
  remind_ends: 'Plan ends soon',
  remind_traffic: 'Data runs low',
  remind_receipt: 'Receipts',
  remind_renewal: 'Auto-renew failed',
  remind_answer: 'Support answered',
  onThisDevice: 'Notify on this device',
  onThisDeviceText: 'Also while the page is closed. Ends when you sign out.',
  notAllowed: 'Your browser blocks notifications. Allow them in its site settings, then come back.',
  homeScreenFirst: 'On an iPhone, add this page to the Home Screen first and open it from there.',
  notOn: 'Notifications are still off. Please try again later.',
  telegram: 'Telegram',
  telegramText: 'What matters, in your Telegram.',
  telegramBind: 'Connect Telegram',
  telegramOpen: 'Open in Telegram',
  telegramOpenText:
    'Press the button on your phone or scan the code, then press “Start”. It works once, for 10 minutes.',
  telegramQr: 'QR code that connects Telegram',
  telegramBound: 'Connected: {{name}}',
  telegramBlocked: 'You stopped the bot in Telegram. Connect again to hear from it.',
  telegramUnbind: 'Disconnect',
  telegram_ends: 'End of plan and renewal',
  telegram_traffic: 'Data runs low',
  telegram_answers: 'Support answered',
  telegram_nodes: 'Trouble with my lines',
} satisfies Translation<typeof source>
