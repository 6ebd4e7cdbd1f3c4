import type { Language } from '../../../../contract/languages.ts'
import type { TextsOf } from './mail-text.ts'

export type TrialParams = {
  /** Shows a member, on request, how the reseller's mails look. */
  staff_brand_test: 'member' | 'at'
  /** Shows a member a notice before its readers see it. `text`: its lines. */
  staff_notice_trial: 'title' | 'text'
}

/** What a member of the console sends to nobody but itself. */
export const trialTexts: Record<Language, TextsOf<TrialParams>> = {
  'zh-CN': {
    staff_brand_test: ({ member, at }) => ({
      subject: '测试邮件',
      lines: [
        `这是 ${member} 于 ${at} 在控制台发出的测试邮件。`,
        '用户收到的邮件就是这个样子：同样的发件人、图标和颜色。',
      ],
      action: { label: '打开控制台', path: '/console' },
    }),
    staff_notice_trial: ({ title, text }) => ({
      subject: `试发：${title}`,
      lines: [title, ...text.split('\n'), '这封信只发给了你。发布之后，用户在铃铛里看到同样的内容。'],
      action: { label: '打开控制台', path: '/console' },
    }),
  },
  'zh-TW': {
    staff_brand_test: ({ member, at }) => ({
      subject: '測試郵件',
      lines: [
        `這是 ${member} 於 ${at} 在控制台寄出的測試郵件。`,
        '使用者收到的郵件就是這個樣子：同樣的寄件人、圖示和顏色。',
      ],
      action: { label: '開啟控制台', path: '/console' },
    }),
    staff_notice_trial: ({ title, text }) => ({
      subject: `試寄：${title}`,
      lines: [title, ...text.split('\n'), '這封信只寄給了你。發布之後，使用者在鈴鐺裡看到同樣的內容。'],
      action: { label: '開啟控制台', path: '/console' },
    }),
  },
  en: {
    staff_brand_test: ({ member, at }) => ({
      subject: 'A test e-mail',
      lines: [
        `${member} sent this test e-mail from the console at ${at}.`,
        'E-mails to your users look like this: the same sender, icon and colour.',
      ],
      action: { label: 'Open the console', path: '/console' },
    }),
    staff_notice_trial: ({ title, text }) => ({
      subject: `Trial: ${title}`,
      lines: [
        title,
        ...text.split('\n'),
        'This went to you alone. Once published, users read the same behind their bell.',
      ],
      action: { label: 'Open the console', path: '/console' },
    }),
  },
}
