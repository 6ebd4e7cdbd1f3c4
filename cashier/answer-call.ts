import { setTimeout as delay } from 'node:timers/promises'

import type { Fault } from './faults.ts'
import { json, text, type Answer, type Request } from './http.ts'
import type { WireDeps } from './protocol.ts'

type Call = { request: Request; fault: Fault | null; appId: string; outTradeNo: string }
/** `unavailable`: how this provider says "later". */
type Ways = { run(): object; unavailable: Answer; write(answer: object): Answer }

/** Runs a call of a JSON interface with the fault that was ordered for it. */
export async function answerCall(deps: WireDeps, call: Call, { run, unavailable, write }: Ways): Promise<Answer> {
  const { fault, request } = call
  // Broken before anything was done.
  if (fault?.kind === 'status_500') return json({ code: 'SYSTEM_ERROR', message: 'try later' }, 500)
  if (fault?.kind === 'unavailable') return unavailable
  const answer = run()
  if (fault?.kind === 'together') await deps.faults.meet(fault)
  if (fault?.kind === 'early_notify') await deps.payAndNotify(call.appId, call.outTradeNo)
  if (fault?.kind === 'hang') await delay(fault.ms ?? 30_000, undefined, { signal: request.gone }).catch(() => {})
  if (fault?.kind === 'lost_answer' || fault?.kind === 'hang') return 'lost'
  if (fault?.kind === 'garbage') return text('<html>502 Bad Gateway</html>')
  const written = write(answer)
  if (fault?.kind !== 'half_answer' || written === 'lost') return written
  return { ...written, body: written.body.slice(0, Math.floor(written.body.length / 2)) }
}
