import type { StaffCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import type { GiftPayer } from './give-gift.ts'

/** Only the operator gives at the platform's cost. */
export function payerOf({ actor }: Pick<StaffCtx, 'actor'>, wanted: GiftPayer = 'reseller'): GiftPayer {
  if (wanted === 'platform' && actor.resellerId !== null) fail('staff.forbidden')
  return wanted
}
