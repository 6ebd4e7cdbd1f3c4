import type { Language } from '../../../../contract/languages.ts'
import { ticketDeeds, type TicketDeed } from '../../../../contract/ticket-choices.ts'

/** The answers that a help desk of such a service gives most. Those with a deed's name say that it was done. */
export const DEFAULT_TEMPLATE_IDS = ['steps', 'outage', ...ticketDeeds, 'ended', 'used', 'thanks'] as const
export type DefaultTemplateId = (typeof DEFAULT_TEMPLATE_IDS)[number]
type Texts = Readonly<Record<DefaultTemplateId, { title: string; body: string }>>

export const defaultTemplates: Readonly<Record<Language, Texts>> = {
  'zh-CN': {
    steps: {
      title: '连不上：先试这几步',
      body: `{{用户名}}，你好。请按顺序试一下：

1. 在客户端里更新订阅，换一个节点再连。
2. 关掉其他 VPN 或代理软件，只留一个。
3. 把手机或电脑的时间设成自动。

你现在的线路：{{线路}}。还是不行的话，告诉我们用的是哪个节点，发一张客户端的截图更好。`,
    },
    outage: {
      title: '线路故障，正在修',
      body: `{{用户名}}，你好。{{故障}}。我们正在修，修好后首页的提示会消失。

可以先在客户端里换到别的节点。你现在的线路：{{线路}}。`,
    },
    moved: {
      title: '已换节点',
      body: `{{用户名}}，你好。我们给你换了节点，现在的线路是：{{线路}}。

请在客户端里更新一次订阅，再连上试试。`,
    },
    renewed: {
      title: '已重置订阅地址',
      body: `{{用户名}}，你好。我们给你换了新的订阅地址，旧的已经失效。

请在“我的线路”里重新导入一次订阅，再连上试试。`,
    },
    given: {
      title: '已补时间',
      body: `{{用户名}}，抱歉耽误你了。我们给你补了时间，到期日现在是 {{到期日}}。`,
    },
    paid: {
      title: '付款已到账',
      body: `{{用户名}}，你好。查到了，款项已经到账。

你的套餐是{{套餐}}，到期日 {{到期日}}。刷新一下页面就能看到。`,
    },
    asked: {
      title: '付款还没查到',
      body: `{{用户名}}，你好。我们刚向支付渠道问了你最近的一笔付款，还没有收到。

如果已经扣款，请发一张付款记录的截图，我们再查。`,
    },
    ended: {
      title: '套餐到期了',
      body: `{{用户名}}，你好。你的套餐（{{套餐}}）到期日是 {{到期日}}，到期后线路会停。

续费后几秒钟就会恢复，订阅地址不变。`,
    },
    used: {
      title: '流量用完了',
      body: `{{用户名}}，你好。你的套餐（{{套餐}}）剩余流量：{{剩余流量}}。流量用完后线路会停，到下次重置或者购买流量包后恢复。`,
    },
    thanks: {
      title: '感谢并结束',
      body: `{{用户名}}，不客气。以后有问题，随时在这里写给我们。

{{品牌}}客服`,
    },
  },
  'zh-TW': {
    steps: {
      title: '連不上：先試這幾步',
      body: `{{使用者名稱}}，你好。請按順序試一下：

1. 在 App 裡更新訂閱，換一個節點再連線。
2. 關掉其他 VPN 或代理軟體，只留一個。
3. 把手機或電腦的時間設成自動。

你現在的線路：{{線路}}。還是不行的話，告訴我們用的是哪個節點，附一張 App 的截圖更好。`,
    },
    outage: {
      title: '線路故障，正在修',
      body: `{{使用者名稱}}，你好。{{故障}}。我們正在修，修好後首頁的提示會消失。

可以先在 App 裡換到別的節點。你現在的線路：{{線路}}。`,
    },
    moved: {
      title: '已換節點',
      body: `{{使用者名稱}}，你好。我們已為你換了節點，現在的線路是：{{線路}}。

請在 App 裡更新一次訂閱，再連線試試。`,
    },
    renewed: {
      title: '已重設訂閱網址',
      body: `{{使用者名稱}}，你好。我們已為你換了新的訂閱網址，舊的已經失效。

請在「我的線路」裡重新匯入一次訂閱，再連線試試。`,
    },
    given: {
      title: '已補時間',
      body: `{{使用者名稱}}，抱歉耽誤你了。我們已為你補了時間，到期日現在是 {{到期日}}。`,
    },
    paid: {
      title: '付款已入帳',
      body: `{{使用者名稱}}，你好。查到了，款項已經入帳。

你的方案是{{方案}}，到期日 {{到期日}}。重新整理頁面就能看到。`,
    },
    asked: {
      title: '付款還沒查到',
      body: `{{使用者名稱}}，你好。我們剛向支付管道問了你最近的一筆付款，還沒有收到。

如果已經扣款，請傳一張付款紀錄的截圖，我們再查。`,
    },
    ended: {
      title: '方案到期了',
      body: `{{使用者名稱}}，你好。你的方案（{{方案}}）到期日是 {{到期日}}，到期後線路會停。

續約後幾秒鐘就會恢復，訂閱網址不變。`,
    },
    used: {
      title: '流量用完了',
      body: `{{使用者名稱}}，你好。你的方案（{{方案}}）剩餘流量：{{剩餘流量}}。流量用完後線路會停，到下次重設或者購買流量包後恢復。`,
    },
    thanks: {
      title: '感謝並結束',
      body: `{{使用者名稱}}，不客氣。以後有問題，隨時在這裡寫給我們。

{{品牌}}客服`,
    },
  },
  en: {
    steps: {
      title: 'No connection: first steps',
      body: `Hello {{user name}}, please try these in order:

1. Update the subscription in the app and choose another server.
2. Close other VPN or proxy programs.
3. Let your device set its time by itself.

Your lines now: {{lines}}. If it still fails, tell us which server you use; a screenshot of the app helps.`,
    },
    outage: {
      title: 'Outage, being repaired',
      body: `Hello {{user name}}, {{outage}}. We are repairing it; the message on your home page goes when it is done.

Meanwhile please choose another server in the app. Your lines now: {{lines}}.`,
    },
    moved: {
      title: 'Moved to another server',
      body: `Hello {{user name}}, we moved you to another server. Your lines now: {{lines}}.

Please update the subscription in the app once and connect again.`,
    },
    renewed: {
      title: 'New subscription address',
      body: `Hello {{user name}}, your subscription has a new address, and the old one no longer works.

Please import it once more from "My lines" and connect again.`,
    },
    given: {
      title: 'Time added',
      body: `Hello {{user name}}, sorry for the trouble. We added time to your plan: it now runs until {{ends on}}.`,
    },
    paid: {
      title: 'Payment arrived',
      body: `Hello {{user name}}, we found it: your payment has arrived.

Your plan is {{plan}}, until {{ends on}}. Reload the page to see it.`,
    },
    asked: {
      title: 'Payment not found yet',
      body: `Hello {{user name}}, we have just asked the payment provider about your last payment. It has not arrived yet.

If you were charged, please send us a screenshot of the payment and we will look again.`,
    },
    ended: {
      title: 'Plan ended',
      body: `Hello {{user name}}, your plan ({{plan}}) runs until {{ends on}}. Lines stop when it ends.

After a renewal they are back within seconds, with the same subscription address.`,
    },
    used: {
      title: 'Data used up',
      body: `Hello {{user name}}, data left in your plan ({{plan}}): {{data left}}. Lines stop when it is used up, until the next reset or a data pack.`,
    },
    thanks: {
      title: 'Thanks, and done',
      body: `You are welcome, {{user name}}. Write to us here whenever something is wrong.

{{brand}} support`,
    },
  },
}

const known: ReadonlySet<string> = new Set(DEFAULT_TEMPLATE_IDS)

export function isDefaultTemplate(id: string): id is DefaultTemplateId {
  return known.has(id)
}

const deeds: readonly string[] = ticketDeeds

/** What a template says was done; also in the team's own words. */
export function deedOf(id: string): TicketDeed | null {
  return deeds.includes(id) ? (id as TicketDeed) : null
}
