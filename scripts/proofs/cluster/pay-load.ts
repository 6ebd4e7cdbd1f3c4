import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Letter } from '../../../cashier/notifier.ts'
import { api } from '../../../contract/api.ts'
import { timedFetch } from '../freeze-watch.ts'
import { buildPayers, type Payer, type PayWorld } from '../pay-world.ts'

/**
 * Payers at two processes. Each makes one payment after the other and repeats it under its key until it is answered.
 */
export type PayLoad = {
  /** When a payment was acknowledged, by the clock of this process. */
  ackedAt: readonly number[]
  /** Numbers that a payer got, and those that were answered to the gateway with "success". */
  begun: ReadonlySet<string>
  acked: ReadonlySet<string>
  letters: readonly Letter[]
  answers: ReadonlyMap<string, number>
  /** Payments that never finished, despite all repeats. */
  failed: readonly string[]
  stop(): Promise<void>
}

const PAYERS = 6
/** No account may begin more than 30 payments in ten minutes. */
const ACCOUNTS_EACH = 60
const PAUSE_MS = 150
const AGAIN_MS = 100
/** As long as a person tries again, or a gateway repeats its notify. */
const TRY_FOR_MS = 90_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** `giveUpMs`: how long a payer waits for an answer. `hear` is told how long each wait was. */
type How = { giveUpMs?: number; hear?: (ms: number) => void; payType?: string }

export async function startPayments(
  world: PayWorld,
  urls: readonly string[],
  { giveUpMs, hear = () => {}, payType = world.payTypes.alipay }: How = {},
): Promise<PayLoad> {
  const load = {
    ackedAt: [] as number[],
    begun: new Set<string>(),
    acked: new Set<string>(),
    letters: [] as Letter[],
    answers: new Map<string, number>(),
    failed: [] as string[],
  }
  const over = new AbortController()
  const anyUrl = () => urls[randomInt(urls.length)]!

  /** Repeats the call until the answer is the wanted one, and counts the other answers. */
  async function insist(ask: () => ReturnType<typeof timedFetch>, isDone: (text: string) => boolean) {
    const until = performance.now() + TRY_FOR_MS
    for (;;) {
      const { status, text, ms } = await ask()
      hear(ms)
      const isGood = status === '200' && isDone(text)
      const name = isGood ? 'done' : status === '200' ? 'fail' : status
      load.answers.set(name, (load.answers.get(name) ?? 0) + 1)
      if (isGood) return text
      if (performance.now() > until) return null
      await sleep(AGAIN_MS)
    }
  }

  async function payOne({ token }: Payer): Promise<void> {
    const wish = { type: 'user', amountFen: randomInt(100, 9999), payType, device: 'qr' }
    const body = JSON.stringify({ ...wish, key: randomUUID() })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const begun = await insist(
      () => timedFetch(anyUrl() + api.payments.pay.path, { method: 'POST', headers, body }, giveUpMs),
      () => true,
    )
    if (begun === null) return void load.failed.push('a payment could not begin')
    const number = (JSON.parse(begun) as { data: { out_trade_no: string } }).data.out_trade_no
    load.begun.add(number)
    await world.control.move(number, 'pay', { tells: false })
    const letter = await world.control.writeNotify(number)
    load.letters.push(letter)
    const init = letter.form === null ? {} : { method: 'POST', headers: FORM, body: letter.form }
    const told = await insist(
      () => timedFetch(at(letter.url, anyUrl()), init, giveUpMs),
      (text) => text === 'success',
    )
    if (told === null) return void load.failed.push(`${number} was paid and never credited`)
    load.acked.add(number)
    load.ackedAt.push(performance.now())
  }

  const payers = await buildPayers(world, PAYERS * ACCOUNTS_EACH)
  const loops = Array.from({ length: PAYERS }, async (_, at) => {
    for (let turn = at; !over.signal.aborted; turn += PAYERS) {
      await payOne(payers[turn % payers.length]!)
      await sleep(PAUSE_MS)
    }
  })
  return Object.assign(load, {
    async stop() {
      over.abort()
      await Promise.all(loops)
    },
  })
}

function at(url: string, process: string): string {
  return Object.assign(new URL(url), { port: new URL(process).port }).href
}

/** The longest time without an acknowledged payment after `since`. */
export function longestGapMs(times: readonly number[], since: number): number {
  const after = [since, ...times.filter((time) => time > since)]
  return Math.max(0, ...after.slice(1).map((time, index) => time - after[index]!))
}
