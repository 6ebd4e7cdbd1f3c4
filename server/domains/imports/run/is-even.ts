import type { ImportReport } from './run-import.ts'

/** To the cent: what the file says is what the books have. */
export function isEven({ source, brought }: Pick<ImportReport, 'source' | 'brought'>): boolean {
  return (
    source.sums.balanceBookedFen === BigInt(brought.balanceFen) &&
    source.sums.commissionBookedFen === BigInt(brought.commissionFen)
  )
}
