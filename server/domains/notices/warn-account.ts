import type { Owner, TxCtx } from '../../platform/context.ts'
import { showTo } from './show-to.ts'
import { warningTexts, type WarningKind } from './warnings.ts'

/** Sends a notice to one user, in the transaction of the event it reports. Nobody can withdraw it. */
export async function warnAccount(ctx: Pick<TxCtx, 'db' | 'now'>, owner: Owner, kind: WarningKind): Promise<void> {
  await showTo(ctx, owner, warningTexts(kind))
}
