import { StartError } from '../../../platform/start-error.ts'
import type { SourceReport } from '../check-source.ts'
import type { SourceRows } from './collect.ts'
import type { ImportCtx } from './context.ts'
import { markOf } from './context.ts'
import { findThings, type Of } from './queries.ts'

/** A hundred billion yuan: beyond it somebody made a mistake, and sums would no longer be exact. */
const BOOKED_MAX_FEN = 10_000_000_000_000n
const SAME_SHARE = 0.5
/** Enough to tell two panels apart. */
const LOOKED_AT = 5000

/** Says why a file cannot come over at all. Nothing has been written by then. */
export function refuseSource(report: SourceReport, rows: SourceRows, hasLooked: boolean): void {
  const has = (code: string) => report.findings.some((finding) => finding.code === code)
  if (has('cut')) throw new StartError('The file ends in the middle: make it again. Nothing was brought over.', 'cut')
  if (has('usersTooMany'))
    throw new StartError('More than three million users: this is too large for one import.', 'tooMany')
  for (const { id, balance, commission } of rows.users.values()) {
    if (balance.fen > BOOKED_MAX_FEN || commission.fen > BOOKED_MAX_FEN) {
      throw new StartError(`User ${id} has more money than there can be: mend it in the old panel first.`, 'tooMuch')
    }
  }
  const looks = report.findings.filter(({ needsLook }) => needsLook).length
  if (looks > 0 && !hasLooked) {
    throw new StartError(
      `${looks} things need a look first (import check names them). Mend them, or say --looked: then the rules beside them hold.`,
    )
  }
}

/** A second file must be of the same panel: users keep their numbers and the moment they were made. */
export async function refuseOtherPanel(ctx: ImportCtx, of: Of, rows: SourceRows): Promise<void> {
  const things = (await findThings(ctx.db, of, 'user')).slice(0, LOOKED_AT)
  const both = things.flatMap(({ oldKey, marks }) => {
    const user = rows.users.get(Number(oldKey))
    return user ? [marks['made'] === markOf(ctx, ['made', user.id, user.createdAt])] : []
  })
  const same = both.filter(Boolean).length
  if (things.length > 0 && same < things.length * SAME_SHARE) {
    throw new StartError(
      'This is another panel than the one that came before: its users have other numbers. Give it a name with --source.',
      'otherPanel',
    )
  }
}
