import type { Config } from '../../config.ts'
import { fail } from '../../platform/errors.ts'
import { actorName, type AuditActor } from './audit.ts'

/** Who asked for and who released a payment of the platform. */
type Hands = { askedBy?: string; approvedBy: string | null }
type EyesCtx = { config: Pick<Config, 'fourEyes'> }

/**
 * Call before the platform's money leaves. With the option on, the payment must be released, and the payer must be
 * neither the one who released it nor the one who asked.
 */
export function refuseOwnPayment({ config }: EyesCtx, { askedBy, approvedBy }: Hands, actor: AuditActor): void {
  if (!config.fourEyes) return
  if (approvedBy === null) fail('approval.missing')
  if ([askedBy, approvedBy].includes(actorName(actor))) fail('approval.same')
}

/** Refuses to release one's own request; without the option there is nothing to release. */
export function refuseOwnApproval({ config }: EyesCtx, { askedBy }: Pick<Hands, 'askedBy'>, actor: AuditActor): void {
  if (!config.fourEyes) fail('approval.off')
  if (askedBy === actorName(actor)) fail('approval.same')
}
