import type { Language } from '../../../../contract/languages.ts'
import { limits } from '../../../../contract/limits.ts'
import type { HostedContent } from '../layout.ts'

/**
 * `contact` is the heading above the contact, `caution` stands below it; `ask` replaces it when there is no contact, and
 * `askNobody` when there is no reseller to ask either.
 */
export type Help = HostedContent & { contact: string; caution: string; ask: string; askNobody: string }

const HOUR_MS = 3_600_000
const codeMinutes = limits.operatorCodeTtlMs / 60_000
const pause = {
  times: limits.pausesPerWindow,
  inDays: limits.pauseWindowMs / HOUR_MS / 24,
  minHours: limits.pauseMinMs / HOUR_MS,
  maxDays: limits.pauseMaxMs / HOUR_MS / 24,
}

export const helpTexts: Record<Language, Help> = {
  'zh-CN': {
    title: '帮助与客服',
    contact: '联系客服',
    caution: '请说明账号名和遇到的问题，不要发送密码。',
    ask: '请联系卖给你套餐的人。',
    askNobody: '平台还没有留下联系方式。先看看下面的常见问题，多数可以自己解决。',
    sections: [
      {
        heading: '线路连不上',
        paragraphs: ['先在客户端里更新订阅、换一个节点，再看看首页的套餐和流量。“使用教程”最后一节有完整的检查步骤。'],
      },
      {
        heading: '付款了，{{balance}}没有变',
        paragraphs: ['打开“付款记录”，找到这一笔，点“重新查询”。付款成功的钱不会丢。'],
      },
      {
        heading: '忘记密码',
        paragraphs: [
          `在登录页点“忘记密码”，验证码会发到绑定的邮箱。没有绑定邮箱时，请向客服要一个一次性重置码，${codeMinutes} 分钟内有效。`,
        ],
      },
      {
        heading: '账号好像被盗了',
        paragraphs: ['登录后进入“暂停与锁定”，选择“锁定”。所有设备会立刻退出，用邮箱验证码和新密码可以解锁。'],
      },
      {
        heading: '暂时不用',
        paragraphs: [
          `在“暂停与锁定”里选择“暂停”，剩余时间会保留。每次至少 ${pause.minHours} 小时，${pause.inDays} 天内最多 ${pause.times} 次，最长 ${pause.maxDays} 天。`,
        ],
      },
      {
        heading: '换了手机，收不到两步验证码',
        paragraphs: ['登录时可以输入一个恢复码代替。恢复码也没有时，请联系客服。'],
      },
    ],
  },
  'zh-TW': {
    title: '說明與客服',
    contact: '聯絡客服',
    caution: '請說明帳號和遇到的問題，不要傳送密碼。',
    ask: '請聯絡賣方案給你的人。',
    askNobody: '平台還沒有留下聯絡方式。先看看下面的常見問題，多數可以自己解決。',
    sections: [
      {
        heading: '線路連不上',
        paragraphs: ['先在 App 裡更新訂閱、換一個節點，再看看首頁的方案和流量。「使用教學」最後一節有完整的檢查步驟。'],
      },
      {
        heading: '付款了，{{balance}}沒有變',
        paragraphs: ['開啟「付款紀錄」，找到這一筆，點「重新查詢」。付款成功的錢不會不見。'],
      },
      {
        heading: '忘記密碼',
        paragraphs: [
          `在登入頁點「忘記密碼」，驗證碼會寄到綁定的信箱。沒有綁定信箱時，請向客服要一組一次性重設碼，${codeMinutes} 分鐘內有效。`,
        ],
      },
      {
        heading: '帳號好像被盜用了',
        paragraphs: ['登入後進入「暫停與鎖定」，選擇「鎖定」。所有裝置會立刻登出，用信箱驗證碼和新密碼可以解鎖。'],
      },
      {
        heading: '暫時不用',
        paragraphs: [
          `在「暫停與鎖定」裡選擇「暫停」，剩餘時間會保留。每次至少 ${pause.minHours} 小時，${pause.inDays} 天內最多 ${pause.times} 次，最長 ${pause.maxDays} 天。`,
        ],
      },
      {
        heading: '換了手機，收不到兩步驟驗證碼',
        paragraphs: ['登入時可以輸入一個復原碼代替。復原碼也沒有時，請聯絡客服。'],
      },
    ],
  },
  en: {
    title: 'Help',
    contact: 'Contact',
    caution: 'Tell them your user name and what happened. Never send your password.',
    ask: 'Please ask whoever sold you the plan.',
    askNobody: 'The platform has not left a contact yet. Most questions are answered below.',
    sections: [
      {
        heading: 'My line does not connect',
        paragraphs: [
          'Update the subscription in your app and try another server, then check your plan and data on the home page. The last part of the tutorial has every step.',
        ],
      },
      {
        heading: 'I paid, but my {{balance}} has not changed',
        paragraphs: ['Open “Payments”, find the payment and choose “Check again”. Money you paid is never lost.'],
      },
      {
        heading: 'I forgot my password',
        paragraphs: [
          `Choose “Forgot password?” on the sign-in page; a code goes to your e-mail address. Without one, ask support for a one-time reset code, valid for ${codeMinutes} minutes.`,
        ],
      },
      {
        heading: 'My account may be stolen',
        paragraphs: [
          'Sign in, open “Pause and lock” and choose “Lock account”. Every device is signed out at once; a code by e-mail and a new password unlock it.',
        ],
      },
      {
        heading: 'I need a break',
        paragraphs: [
          `Choose “Pause” under “Pause and lock”: the time you have left is kept. At least ${pause.minHours} hours each, up to ${pause.times} in ${pause.inDays} days, ${pause.maxDays} days at most.`,
        ],
      },
      {
        heading: 'New phone, no two-step codes',
        paragraphs: ['Enter one of your recovery codes instead. If you have none left, ask support.'],
      },
    ],
  },
}
