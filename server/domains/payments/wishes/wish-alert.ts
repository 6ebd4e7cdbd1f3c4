import type { Tx } from '../../../platform/db/db.ts'
import { closeAlert, type Alert } from '../../alerts/alerts.ts'

/** The alert that tells the operator about a wish. */
export const wishAlert = (id: number): Pick<Alert, 'kind' | 'subject'> => ({
  kind: 'refund.wished',
  subject: `wish:${id}`,
})

/** The wish is granted or declined: nothing is left to do. */
export function closeWishAlert(ctx: { db: Tx; now: Date }, id: number): Promise<void> {
  return closeAlert(ctx.db, wishAlert(id), ctx.now)
}
