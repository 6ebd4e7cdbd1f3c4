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
] as const
export type FaultKind = (typeof GATEWAY_FAULTS)[number]

/** Happens to the next `times` calls that fit. */
export type Fault = { kind: FaultKind; method?: string; outTradeNo?: string; times: number; ms?: number }
export type Faults = ReturnType<typeof makeFaults>

export function makeFaults() {
  let ordered: Fault[] = []
  return {
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
