import { DEFAULT_RESELLER_KEY } from '../../../../contract/app-key.ts'
import type { consoleApi } from '../../../../contract/console/api.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { takeGuideStep } from '../overview/guide.ts'

export const dismissGuide: Handler<typeof consoleApi.platform.dismissGuide> = async (ctx) => {
  await takeGuideStep(ctx, DEFAULT_RESELLER_KEY, 'dismissed', staffActor(ctx))
  return {}
}
