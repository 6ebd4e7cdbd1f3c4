import type { Language } from '../../../../contract/languages.ts'
import type { TextsOf } from './mail-text.ts'

export type ReminderParams = {
  /**
   * Without automatic renewal; `days` left, by the calendar. `next`: `renew`, or `choose` where it cannot be renewed.
   * `text`: the reseller's own words, which take the place of ours; `coupon`: its code. Both may be empty.
   */
  package_ends: 'package' | 'days' | 'until' | 'next' | 'text' | 'coupon'
  traffic_used: 'percent' | 'left'
  /** `number` is the order's. `text`: what the reseller writes below its receipts; may be empty. */
  receipt: 'what' | 'amount' | 'number' | 'at' | 'text'
  /** Support answered: the ticket's number, and how the answer begins. */
  ticket_answered: 'number' | 'answer'
}

/** A mail that an older release queued names no words of a reseller's own. */
const ownOr = ({ text }: { text?: string }, ours: string) => (text ? text.split('\n') : [ours])

const below = ({ text }: { text?: string }) => (text ? text.split('\n') : [])

/** What a user reads by mail and behind the bell. */
export const reminderTexts: Record<Language, TextsOf<ReminderParams>> = {
  'zh-CN': {
    package_ends: ({ user, package: name, days, until, next, ...own }) => ({
      subject: days === '0' ? '套餐今天到期' : `套餐还有 ${days} 天到期`,
      lines: [
        `账号 ${user} 的套餐「${name}」将于 ${until} 到期。`,
        ...ownOr(
          own,
          next === 'choose' ? '这个套餐不能续费，选一个别的接着用。' : '提前续费，线路不会断，时间接着算。',
        ),
        ...(own.coupon ? [`优惠码 ${own.coupon}，下单时填上。`] : []),
      ],
      action: { label: next === 'choose' ? '选择套餐' : '去续费', path: '/user/tcBuy' },
    }),
    traffic_used: ({ user, percent, left }) => ({
      subject: percent === '100' ? '流量用完了' : `流量已用 ${percent}%`,
      lines:
        percent === '100'
          ? [`账号 ${user} 的流量已用完（剩余 ${left}），用了 ${percent}%，线路已停。`, '到套餐页看看怎么接着用。']
          : [`账号 ${user} 的流量已用 ${percent}%，还剩 ${left}。`, '不够用的话，到套餐页看看。'],
      action: { label: '看看套餐', path: '/user/tcBuy' },
    }),
    receipt: ({ user, what, amount, number, at, ...own }) => ({
      subject: `已付 ${amount}`,
      lines: [`账号 ${user} 已于 ${at} 付款 ${amount}。`, `商品：${what}`, `订单号：${number}`, ...below(own)],
      action: { label: '查看付款记录', path: '/user/user_payment' },
    }),
    ticket_answered: ({ user, number, answer }) => ({
      subject: `工单 #${number} 有新回复`,
      lines: [
        `账号 ${user} 的工单 #${number} 有新回复：`,
        answer,
        '打开“联系客服”可以看全文、继续回复，解决了就关闭它。',
      ],
      action: { label: '查看工单', path: '/user/customer_service' },
    }),
  },
  'zh-TW': {
    package_ends: ({ user, package: name, days, until, next, ...own }) => ({
      subject: days === '0' ? '方案今天到期' : `方案還有 ${days} 天到期`,
      lines: [
        `帳號 ${user} 的方案「${name}」將於 ${until} 到期。`,
        ...ownOr(
          own,
          next === 'choose' ? '這個方案不能續約，選一個別的繼續使用。' : '提前續約，線路不會斷，時間接著算。',
        ),
        ...(own.coupon ? [`優惠碼 ${own.coupon}，下單時填上。`] : []),
      ],
      action: { label: next === 'choose' ? '選擇方案' : '續約', path: '/user/tcBuy' },
    }),
    traffic_used: ({ user, percent, left }) => ({
      subject: percent === '100' ? '流量用完了' : `流量已用 ${percent}%`,
      lines:
        percent === '100'
          ? [`帳號 ${user} 的流量已用完（剩餘 ${left}），用了 ${percent}%，線路已停。`, '到方案頁看看怎麼繼續使用。']
          : [`帳號 ${user} 的流量已用 ${percent}%，還剩 ${left}。`, '不夠用的話，到方案頁看看。'],
      action: { label: '看看方案', path: '/user/tcBuy' },
    }),
    receipt: ({ user, what, amount, number, at, ...own }) => ({
      subject: `已付 ${amount}`,
      lines: [`帳號 ${user} 已於 ${at} 付款 ${amount}。`, `商品：${what}`, `訂單編號：${number}`, ...below(own)],
      action: { label: '查看付款紀錄', path: '/user/user_payment' },
    }),
    ticket_answered: ({ user, number, answer }) => ({
      subject: `工單 #${number} 有新回覆`,
      lines: [
        `帳號 ${user} 的工單 #${number} 有新回覆：`,
        answer,
        '開啟「聯絡客服」可以看全文、繼續回覆，解決了就關閉它。',
      ],
      action: { label: '查看工單', path: '/user/customer_service' },
    }),
  },
  en: {
    package_ends: ({ user, package: name, days, until, next, ...own }) => ({
      subject: days === '0' ? 'Your plan ends today' : `Your plan ends in ${days} ${days === '1' ? 'day' : 'days'}`,
      lines: [
        `The plan “${name}” of the account ${user} ends on ${until}.`,
        ...ownOr(
          own,
          next === 'choose'
            ? 'This plan cannot be renewed. Choose another to go on.'
            : 'Renew before that and your lines keep running; the new time is added at the end.',
        ),
        ...(own.coupon ? [`Coupon ${own.coupon}: enter it with your order.`] : []),
      ],
      action: { label: next === 'choose' ? 'Choose a plan' : 'Renew', path: '/user/tcBuy' },
    }),
    traffic_used: ({ user, percent, left }) => ({
      subject: percent === '100' ? 'Your data is used up' : `${percent}% of your data is used`,
      lines: [
        `The account ${user} has used ${percent}% of its data; ${left} left.`,
        percent === '100'
          ? 'Your lines are off. The plans page shows how to go on.'
          : 'Running short? See the plans page.',
      ],
      action: { label: 'See plans', path: '/user/tcBuy' },
    }),
    receipt: ({ user, what, amount, number, at, ...own }) => ({
      subject: `You paid ${amount}`,
      lines: [`The account ${user} paid ${amount} on ${at}.`, `For: ${what}`, `Order: ${number}`, ...below(own)],
      action: { label: 'Your payments', path: '/user/user_payment' },
    }),
    ticket_answered: ({ user, number, answer }) => ({
      subject: `Ticket #${number} has an answer`,
      lines: [
        `Support answered ticket #${number} of the account ${user}:`,
        answer,
        'Open “Support” to read all of it and to reply. If it is solved, close it there.',
      ],
      action: { label: 'Your tickets', path: '/user/customer_service' },
    }),
  },
}
