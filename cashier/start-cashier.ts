import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { handleControl, type ControlDeps } from './control.ts'
import { openDeliveries, type Delivery } from './deliveries.ts'
import { makeFaults } from './faults.ts'
import { listen, redirect, text, type Answer, type Handle } from './http.ts'
import { openJournal } from './journal.ts'
import { openMerchants, type CashierMerchant } from './merchants.ts'
import { makeNotifier, type NotifySettings } from './notifier.ts'
import { errorPage, tradePage } from './page.ts'
import type { WireDeps } from './protocol.ts'
import { protocols } from './protocols.ts'
import { statusAt, type Trade } from './trade.ts'
import { openTrades } from './trades.ts'

export type CashierOptions = {
  dataDir: string
  /** 0 or absent: any free port. */
  port?: number
  /** Where a browser reaches the pages. Absent: the loopback address itself. */
  pageBase?: string
  now?: () => Date
  log(line: string): void
}
export type Cashier = { url: string; merchant: CashierMerchant; controlToken: string; stop(): Promise<void> }

type Deps = WireDeps & ControlDeps

/** An unanswered notify comes again after 4 seconds instead of 4 minutes. */
const DEFAULT_SPEED = 60

/** Plays the providers' side of the wire for the sandbox. Trades and keys are kept in dataDir/cashier. */
export async function startCashier(options: CashierOptions): Promise<Cashier> {
  const folder = path.join(options.dataDir, 'cashier')
  const now = options.now ?? (() => new Date())
  const merchants = await openMerchants(folder)
  const tradeJournal = openJournal<Trade>(path.join(folder, 'trades.jsonl'))
  const deliveryJournal = openJournal<Delivery>(path.join(folder, 'notifies.jsonl'))
  const settings: NotifySettings = { speed: DEFAULT_SPEED, isOn: true, copies: 1, jitterMs: 0 }
  const trades = openTrades(tradeJournal, now)
  const deliveries = openDeliveries(deliveryJournal, settings)
  const notifier = makeNotifier({ merchants, deliveries, now, settings })
  const deps: Deps = {
    merchants,
    trades,
    deliveries,
    notifier,
    settings,
    now,
    faults: makeFaults(),
    pageBase: '',
    url: '',
    onRefund: (trade) => void notifier.tell(trade),
    async payAndNotify(appId, outTradeNo) {
      const trade = trades.find(appId, outTradeNo)
      const paid = trade && trades.payAnyway(trade)
      if (paid) await notifier.send(paid.trade, {})
    },
  }
  const server = await listen(route(deps), options.port ?? 0)
  deps.url = server.url
  deps.pageBase = options.pageBase ?? server.url
  await writeFile(
    path.join(folder, 'running.json'),
    JSON.stringify({ url: server.url, controlToken: merchants.controlToken }),
    { mode: 0o600 },
  )
  options.log(`sandbox cashier on ${server.url}`)
  return {
    url: server.url,
    merchant: merchants.first,
    controlToken: merchants.controlToken,
    async stop() {
      await deliveries.stop()
      await server.close()
      tradeJournal.close()
      deliveryJournal.close()
    },
  }
}

function route(deps: Deps): Handle {
  const calls = new Map(Object.values(protocols).flatMap((protocol) => Object.entries(protocol.calls)))
  return async (request) => {
    const [, first = '', id = '', move] = request.path.split('/')
    const call = calls.get(first)
    if (call) return call(deps, request)
    if (first === 'control' && request.method === 'POST') return handleControl(deps, request)
    if (first === 'error') return errorPage(request.query.get('code') ?? '')
    const trade = deps.trades.get(id)
    if (!trade) return errorPage('TRADE_UNKNOWN')
    if (first === 'q') return openQr(deps, trade)
    if (first !== 'pay') return text('not found', 404)
    if (request.method === 'POST') return pressButton(deps, trade, move)
    return showTrade(deps, withReturn(deps, trade, request.query.get('redirect_url')))
  }
}

/** Opening the code counts as scanning it: from then on the trade exists. */
function openQr({ trades }: Deps, trade: Trade): Answer {
  trades.scan(trade)
  return redirect(`../pay/${trade.id}`)
}

/** Some pages get where to lead back with their address. */
function withReturn({ trades }: Deps, trade: Trade, returnUrl: string | null): Trade {
  return returnUrl && trade.returnUrl === null ? trades.update(trade, { returnUrl }) : trade
}

function showTrade({ merchants, now }: Deps, trade: Trade): Answer {
  const merchant = merchants.byAppId(trade.appId)!
  const returnTo = protocols[trade.protocol].returnAddress(trade, merchant, now())
  return tradePage(trade, statusAt(trade, now()), (trade.paidAt === null && trade.quitUrl) || returnTo)
}

async function pressButton({ trades, notifier }: Deps, trade: Trade, move: string | undefined): Promise<Answer> {
  const moved =
    move === 'scan'
      ? trades.scan(trade)
      : move === 'pay'
        ? trades.pay(trade)
        : move === 'close'
          ? trades.close(trade)
          : null
  // The buyer left the page: Alipay notifies a shop of a closed trade only if it was opened on a phone.
  const isTold = move === 'pay' || (move === 'close' && trade.product === 'wap' && trade.tradeNo !== null)
  if (moved?.isChanged && isTold) await notifier.tell(moved.trade)
  return redirect(`../${trade.id}`)
}
