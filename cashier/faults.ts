export const GATEWAY_FAULTS = [
  /** The work is done, the answer never arrives. */
  'lost_answer',
  /** The same, but the caller waits for it. */
  'hang',
  'status_500',
  'garbage',
  'bad_sign',
  /** Signed, but in a node of its own, which the SDK refuses. */
  'error_response',
  'unavailable',
  /** A query that tells another amount than was asked for. */
  'wrong_amount',
  /** Paid and notified before the call that makes the trade returns. */
  'early_notify',
  /** Nobody is answered before as many calls wait as were ordered; then all are, at once. */
  'together',
] as const
type FaultKind = (typeof GATEWAY_FAULTS)[number]

/** Happens to the next `times` calls that fit. */
export type Fault = { kind: FaultKind; method?: string; outTradeNo?: string; times: number; ms?: number }
export type Faults = ReturnType<typeof makeFaults>

export function makeFaults() {
  let ordered: Fault[] = []
  const waiting = new Map<Fault, (() => void)[]>()
  return {
    countWaiting: () => [...waiting.values()].reduce((sum, calls) => sum + calls.length, 0),
    /** Resolves for all of its calls when the last one has come. */
    meet(fault: Fault): Promise<void> {
      return new Promise((resolve) => {
        const calls = [...(waiting.get(fault) ?? []), resolve]
        waiting.set(fault, calls)
        if (fault.times > 0) return
        waiting.delete(fault)
        for (const go of calls) go()
      })
    },
    order: (fault: Fault) => void ordered.push({ ...fault }),
    clear: () => void (ordered = []),
    take(method: string, outTradeNo: string): Fault | null {
      const fits = (fault: Fault) =>
        (fault.method ?? method) === method && (fault.outTradeNo ?? outTradeNo) === outTradeNo
      const found = ordered.find((fault) => fault.times > 0 && fits(fault))
      if (!found) return null
      found.times -= 1
      return found
    },
  }
}
