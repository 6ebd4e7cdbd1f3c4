import type { Config } from '../config.ts'
import { actorName, type AuditActor } from './audit.ts'
import { fail } from './errors.ts'

/** Who has had a hand in what the platform is to pay. */
type Hands = { askedBy?: string; approvedBy: string | null }
type EyesCtx = { config: Pick<Config, 'fourEyes'> }

/** Before the platform's money leaves: with the option on, somebody else has released it, and somebody else asked. */
export function refuseOwnPayment({ config }: EyesCtx, { askedBy, approvedBy }: Hands, actor: AuditActor): void {
  if (!config.fourEyes) return
  if (approvedBy === null) fail('approval.missing')
  if ([askedBy, approvedBy].includes(actorName(actor))) fail('approval.same')
}

/** Nobody releases what he asked for himself; without the option there is nothing to release. */
export function refuseOwnApproval({ config }: EyesCtx, { askedBy }: Pick<Hands, 'askedBy'>, actor: AuditActor): void {
  if (!config.fourEyes) fail('approval.off')
  if (askedBy === actorName(actor)) fail('approval.same')
}
