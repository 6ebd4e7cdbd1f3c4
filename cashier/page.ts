import { createHash } from 'node:crypto'

import { channelNames } from '../contract/pay-names.ts'
import type { Answer } from './http.ts'
import { protocols } from './protocols.ts'
import type { Trade, TradeStatus } from './trade.ts'
import { toYuan } from './yuan.ts'

const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ground:#f2f5f9;--ink:#17202c;--soft:#5b6878;--line:#dde3ea;--blue:#1266d6;--warn:#8a5a00;--warnbg:#fff4d6}
@media(prefers-color-scheme:dark){:root{--paper:#1b222b;--ground:#11161c;--ink:#e9eef4;--soft:#9fadbd;--line:#2e3843;--blue:#4a93f0;--warn:#ffd479;--warnbg:#3a2f12}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,"PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif}
main{width:100%;max-width:440px;background:var(--paper);border:1px solid var(--line);border-radius:16px;padding:24px}
.badge{margin:0 0 20px;padding:8px 12px;border-radius:8px;background:var(--warnbg);color:var(--warn);font-size:14px}
h1{margin:0;font-size:18px;font-weight:600}
.amount{margin:8px 0 16px;font-size:36px;font-weight:700;font-variant-numeric:tabular-nums}
dl{margin:0 0 20px;display:grid;grid-template-columns:auto 1fr;gap:4px 16px;font-size:14px}
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere}
form{margin:0 0 12px}
button,.button{display:block;width:100%;min-height:48px;padding:11px 16px;border:1px solid var(--blue);border-radius:10px;background:var(--blue);color:#fff;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.plain{background:none;color:var(--blue)}
button:focus-visible,.button:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
p{margin:0 0 16px;color:var(--soft);font-size:14px}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`

const SCAN = { move: 'scan', label: '模拟扫码' }
const PAY = { move: 'pay', label: '确认付款' }
const CANCEL = { move: 'close', label: '取消付款' }

type View = {
  title: string
  hint: string
  buttons: { move: string; label: string }[]
  isFollowing?: boolean
  isOver?: boolean
}

function viewOf(trade: Trade, status: TradeStatus): View {
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') {
    return { title: '付款成功', hint: '沙箱付款已完成，可以返回商家查看结果。', buttons: [], isOver: true }
  }
  if (status === 'TRADE_CLOSED')
    return { title: '交易已关闭', hint: '这笔交易已经关闭，请返回商家重新下单。', buttons: [], isOver: true }
  if (status === 'WAIT_BUYER_PAY') {
    const title = protocols[trade.protocol].waiting
    return { title, hint: '点击确认付款，模拟买家完成支付。', buttons: [PAY, CANCEL] }
  }
  if (trade.product === 'wap')
    return { title: '等待付款', hint: '点击确认付款，模拟输入支付密码。', buttons: [PAY, CANCEL] }
  return { title: '等待扫码', hint: '点击下方按钮，模拟买家用手机扫码。', buttons: [SCAN, CANCEL], isFollowing: true }
}

const AGAIN_S = 3
const BACK_S = 1

/**
 * The cashier's page of one trade. It has no script: every button is a form, and a waiting page reloads itself. Paid or
 * closed on a phone it leads back by itself, as payment apps do.
 */
export function tradePage(trade: Trade, status: TradeStatus, backTo: string | null): Answer {
  const view = viewOf(trade, status)
  const forms = view.buttons.map(
    ({ move, label }, at) =>
      `<form method="post" action="${trade.id}/${move}"><button${at === 0 ? '' : ' class="plain"'}>${label}</button></form>`,
  )
  const back = backTo ? `<a class="button plain" href="${escapeHtml(backTo)}">返回商家</a>` : ''
  const rows = [
    ['商品', trade.subject],
    ['支付方式', channelNames['zh-CN'][trade.channel]],
    ['订单号', trade.outTradeNo],
    ...(trade.tradeNo ? [['交易号', trade.tradeNo]] : []),
  ].map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`)
  return page(
    `${view.title} · 沙箱收银台`,
    `<h1>${view.title}</h1><div class="amount">¥${toYuan(trade.totalFen)}</div><dl>${rows.join('')}</dl><p>${view.hint}</p>${forms.join('')}${back}`,
    view.isFollowing
      ? String(AGAIN_S)
      : view.isOver && trade.product === 'wap' && backTo
        ? `${BACK_S};url=${backTo}`
        : null,
  )
}

export function errorPage(code: string): Answer {
  return page(
    '无法付款 · 沙箱收银台',
    `<h1>无法付款</h1><p>请返回商家重新发起付款。错误代码：${escapeHtml(code)}</p>`,
    null,
  )
}

function page(title: string, content: string, refresh: string | null): Answer {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body:
      `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
      `${refresh === null ? '' : `<meta http-equiv="refresh" content="${escapeHtml(refresh)}">`}<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>` +
      `<body><main><div class="badge">沙箱：不会产生真实扣款</div>${content}</main></body></html>`,
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
