import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import { formatFen } from '../../../contract/money.ts'
import { PAID_MARK } from '../../../contract/page.ts'
import type { Shown } from '../../domains/payments/gateways/provider.ts'
import { readPaidMark } from '../../domains/payments/paid-mark.ts'
import { loadPayment } from '../../domains/payments/queries.ts'
import { showPayment } from '../../domains/payments/show-payment.ts'
import { clock } from '../../platform/clock.ts'
import { languageOfRequest } from '../../platform/http/envelope.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { payWords } from './pay-words.ts'
import { type HostedBody, type HostedDeps, type HostedView, sendHosted } from './send-hosted.ts'

/** Not by a link that is clicked: who goes back must not be sent there again. */
const OPEN = `location.replace(document.getElementById('go').href)`
/** The bridge may come after the page. Cancelled, the page stays, with its button. */
const BRIDGE = `(function(){
var go=document.getElementById('go'),back=document.getElementById('back')
function pay(){
if(!window.WeixinJSBridge)return
WeixinJSBridge.invoke('getBrandWCPayRequest',JSON.parse(go.getAttribute('data-wish')),function(answer){
if(/:ok$/.test(answer.err_msg))location.replace(back.href)
})}
go.addEventListener('click',function(event){event.preventDefault();pay()})
if(window.WeixinJSBridge)pay()
else document.addEventListener('WeixinJSBridgeReady',pay)
})()`

type Page = { back: string; shown: Shown | 'trouble'; amountFen: number }

/** Leads a payer on to a provider whose links are good for one visit, and back again whatever happens there. */
export async function sendPay(deps: HostedDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { [PAID_MARK]: mark, code } = request.query as Record<string, unknown>
  const ctx = {
    ...deps,
    now: clock.now(),
    log: request.log as Logger,
    language: languageOfRequest(request),
    client: {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      host: request.host,
      appKey: null,
      isLocal: false,
    },
  }
  const id = readPaidMark(deps.config, mark, ctx.now)
  const payment = id && (await loadPayment(deps.db, id))
  if (!payment) return reply.header('cache-control', 'no-store').redirect('/', 303)
  const { amountFen, feeFen } = payment
  const page = { ...(await showPayment(ctx, payment, code)), amountFen: amountFen + feeFen }
  const to = page.shown === 'over' ? page.back : typeof page.shown === 'object' && 'go' in page.shown && page.shown.go
  if (to) return reply.header('cache-control', 'no-store').redirect(to, 303)
  return sendHosted(deps.db, request, reply, (view) => payBody(view, page))
}

function payBody({ language, self }: HostedView, { back, shown, amountFen }: Page): HostedBody {
  const words = payWords[language]
  const { title, text, button } = words[typeof shown === 'string' && shown !== 'over' ? shown : 'open']
  const [href, wish, script] =
    typeof shown === 'string' || 'go' in shown
      ? [self({}), '', undefined]
      : 'open' in shown
        ? [shown.open, '', OPEN]
        : ['#', ` data-wish="${escapeHtml(JSON.stringify(shown.bridge))}"`, BRIDGE]
  const go = `<p><a class="action" id="go" href="${escapeHtml(href)}"${wish}>${escapeHtml(button)}</a></p>`
  return {
    title,
    html:
      `<section class="result"><p class="amount">¥${formatFen(amountFen)}</p><p>${escapeHtml(text)}</p>` +
      `${button === '' ? '' : go}<p><a id="back" href="${escapeHtml(back)}">${escapeHtml(words.back)}</a></p></section>`,
    ...(script === undefined ? {} : { script }),
  }
}
