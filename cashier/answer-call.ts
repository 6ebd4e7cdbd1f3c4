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
  return breakAnswer(fault, request, write(answer))
}

/** What was asked for is done, and its answer comes broken, late or never. */
export async function breakAnswer(fault: Fault | null, { gone }: Request, answer: Answer): Promise<Answer> {
  if (fault?.kind === 'hang') await delay(fault.ms ?? 30_000, undefined, { signal: gone }).catch(() => {})
  if (answer === 'lost' || fault?.kind === 'lost_answer' || fault?.kind === 'hang') return 'lost'
  if (fault?.kind === 'garbage') return text('<html>502 Bad Gateway</html>')
  if (fault?.kind !== 'half_answer') return answer
  return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) }
}
