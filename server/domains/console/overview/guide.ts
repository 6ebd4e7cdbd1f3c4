import { DEFAULT_RESELLER_KEY } from '../../../../contract/app-key.ts'
import type { Overview } from '../../../../contract/console/overview.ts'
import { inTx, may, type Ctx, type StaffCtx } from '../../../platform/context.ts'
import { writeAudit, type AuditActor } from '../../audit/audit.ts'
import { resellerSubject } from '../../resellers/add-reseller.ts'
import { resellerLinks } from '../../resellers/reseller-by-host.ts'
import { loadBeginning, saveGuideStep, type GuideStep } from './queries.ts'

/** First steps of a reseller, however it was made, for those who run the shop, until they put them away. Key 0 is the platform's own, which has a guide of its own. */
export async function showGuide(
  ctx: Pick<StaffCtx, 'db' | 'config' | 'actor' | 'resellerId'>,
): Promise<Overview['beginning']> {
  const { resellerId } = ctx
  if (resellerId === DEFAULT_RESELLER_KEY || !may(ctx, 'brand.write')) return null
  const { isDismissed, ...steps } = await loadBeginning(ctx.db, resellerId)
  if (isDismissed) return null
  const linkTo = await resellerLinks(ctx, resellerId)
  return { ...steps, link: linkTo('/register') }
}

/** Moves a guide on for the whole team. */
export function takeGuideStep(
  ctx: Pick<Ctx, 'db' | 'now'>,
  resellerId: number,
  step: GuideStep,
  actor: AuditActor,
): Promise<void> {
  return inTx(ctx, async ({ db }) => {
    await saveGuideStep(db, resellerId, step, ctx.now)
    const entry = { resellerId, actor, action: 'guide.step_taken', subject: resellerSubject(resellerId) }
    await writeAudit(db, { ...entry, detail: { about: step } }, ctx.now)
  })
}
