/** A borrowed connection, as far as shared reads need it. */
type Loan<Statement, Answer> = {
  run(statement: Statement): Promise<Answer>
  release(): void
}
type Ride<Statement, Answer> = { loan: Promise<Loan<Statement, Answer>>; aboard: number; since: number }
type Options<Statement, Answer> = {
  take(): Promise<Loan<Statement, Answer>>
  /** Whether only the statement failed and the connection is still good. */
  isOwnFault(error: unknown): boolean
  /** Whether the caller can wait as long as the others: a caller who gives up closes the connection for all. */
  hasTime(): boolean
}

const RIDES_MAX = 4
/** Below this many, one more read waits too little to justify another connection. */
const ABOARD = 8
/** Beyond this, callers queue at the pool, which can tell a long queue from a silent database. */
const ABOARD_MAX = 16
/** After this time, new reads use another connection: one that is never returned is never checked. */
const RIDE_MS = 1_000

/**
 * Lets quick reads of different callers share one connection, one after the other, without waiting for each other's
 * answers: under load this saves each its turn at the pool, its timers and its system call. A connection goes back as
 * soon as no read uses it. A read whose connection broke asks again on its own connection.
 */
export function shareReads<Statement, Answer>({ take, isOwnFault, hasTime }: Options<Statement, Answer>) {
  const rides = new Set<Ride<Statement, Answer>>()
  const alone = async (statement: Statement): Promise<Answer> => {
    const loan = await take()
    try {
      return await loan.run(statement)
    } finally {
      loan.release()
    }
  }
  const board = () => {
    const now = performance.now()
    for (const ride of rides) if (now - ride.since > RIDE_MS) rides.delete(ride)
    let least: Ride<Statement, Answer> | undefined
    for (const ride of rides) if (!least || ride.aboard < least.aboard) least = ride
    if (least && (least.aboard < ABOARD || rides.size >= RIDES_MAX)) return least.aboard < ABOARD_MAX ? least : null
    const begun = { loan: take(), aboard: 0, since: now }
    rides.add(begun)
    return begun
  }
  const leave = (ride: Ride<Statement, Answer>) => {
    ride.aboard -= 1
    if (ride.aboard > 0) return
    rides.delete(ride)
    ride.loan.then(
      (loan) => loan.release(),
      () => {},
    )
  }
  return {
    async run(statement: Statement): Promise<Answer> {
      if (!hasTime()) return alone(statement)
      const ride = board()
      if (!ride) return alone(statement)
      ride.aboard += 1
      try {
        return await (await ride.loan).run(statement)
      } catch (error) {
        if (isOwnFault(error)) throw error
        // No more reads may join.
        rides.delete(ride)
      } finally {
        leave(ride)
      }
      return alone(statement)
    },
    /** From now on no read joins an older connection. */
    renew: () => rides.clear(),
  }
}
