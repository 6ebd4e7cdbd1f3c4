export const GATEWAY_FAULTS = [
  /** The work is done, but the answer never arrives. */
  'lost_answer',
  /** The same, but the caller waits for an answer. */
  'hang',
  'status_500',
  'garbage',
  /** The first half of the answer. */
  'half_answer',
  'bad_sign',
  /** Signed, but in a separate node that the SDK refuses. */
  'error_response',
  'unavailable',
  /** A query reports a wrong amount. */
  'wrong_amount',
  /** A refund is taken, and moves no money. */
  'no_change',
  /** The trade is paid and notified before the call that makes it returns. */
  'early_notify',
  /** Holds all calls until the ordered number is waiting, then answers all at once. */
  'together',
] as const
type FaultKind = (typeof GATEWAY_FAULTS)[number]

/** Affects the next `times` matching calls. */
export type Fault = { kind: FaultKind; method?: string; outTradeNo?: string; times: number; ms?: number }
export type Faults = ReturnType<typeof makeFaults>

export function makeFaults() {
  let ordered: Fault[] = []
  const waiting = new Map<Fault, (() => void)[]>()
  return {
    countWaiting: () => [...waiting.values()].reduce((sum, calls) => sum + calls.length, 0),
    /** Resolves for all waiting calls when the last one has come. */
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
