/** A connection on loan, as far as reads that share one need it. */
type Loan<Statement, Answer> = {
  run(statement: Statement): Promise<Answer>
  release(): void
}
type Ride<Statement, Answer> = { loan: Promise<Loan<Statement, Answer>>; aboard: number; since: number }
type Options<Statement, Answer> = {
  take(): Promise<Loan<Statement, Answer>>
  /** Whether a statement failed by itself, and the connection goes on. */
  isOwnFault(error: unknown): boolean
  /** Whether the caller can wait as long as the others: who gives up takes the connection away from all. */
  hasTime(): boolean
}

const RIDES_MAX = 4
/** Fewer than this many and one more is no wait worth another connection. */
const ABOARD = 8
/** Who comes then queues at the pool, where a wait is told from a silence. */
const ABOARD_MAX = 16
/** Then others get on another: what is never given back is never looked at either. */
const RIDE_MS = 1_000

/**
 * Lets quick reads of different callers travel on one connection, one behind the other and without waiting for each other's
 * answers: under load that saves each its turn at the pool, its timers and its system call. A connection goes back as soon as
 * nobody is aboard. A read whose connection broke under it asks again on one of its own.
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
        // Nobody else gets on.
        rides.delete(ride)
      } finally {
        leave(ride)
      }
      return alone(statement)
    },
    /** From now on nobody gets on a connection of before. */
    renew: () => rides.clear(),
  }
}
