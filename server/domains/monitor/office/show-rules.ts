import { alertRules } from '../../../../contract/console/choices.ts'
import type { AlertRule } from '../../../../contract/console/watch.ts'
import type { Ctx } from '../../../platform/context.ts'
import { findOwnRules, RULE_RANGES, type RuleName } from '../../alerts/alert-rules.ts'
import { findNodes } from '../../nodes/load-node.ts'
import { loadLongestWait } from '../../tickets/watch-tickets.ts'
import { loadPlatformFigures } from '../figures/platform-figures.ts'
import { findMerchantSuccess, findUnsettled } from '../watch/payment-health.ts'

type Reader = Pick<Ctx, 'db' | 'now' | 'config'>

/** Each threshold with the worst value measured now, to show what a new threshold would mean. */
export async function showRules(ctx: Reader): Promise<{ rules: AlertRule[] }> {
  const own = await findOwnRules(ctx.db)
  const now = await measure(ctx)
  const rules = alertRules.map((name) => {
    const [least, most] = RULE_RANGES[name]
    const fallback = ctx.config.alerts[name]
    return {
      name,
      value: own.get(name) ?? fallback,
      fallback,
      isOwn: own.has(name),
      least,
      most,
      now: now[name] ?? null,
    }
  })
  return { rules }
}

async function measure(ctx: Reader): Promise<Partial<Record<RuleName, number>>> {
  const { db, now } = ctx
  const nodes = (await findNodes(ctx)).filter(({ inMaintenance, isDemo }) => !inMaintenance && !isDemo)
  const silence = (connection: 'agent' | 'uniproxy') =>
    worst(
      nodes.flatMap((node) =>
        node.connection === connection && node.seenAt ? [(now.getTime() - node.seenAt.getTime()) / 1000] : [],
      ),
      Math.max,
    )
  const merchants = await findMerchantSuccess(db, now, 1)
  const late = await findUnsettled(db, now)
  const waitsSince = await loadLongestWait(db)
  const { processes } = await loadPlatformFigures(db, now)
  return known({
    nodeSilentS: silence('agent'),
    uniproxySilentS: silence('uniproxy'),
    paymentSuccessPercent: worst(
      merchants.map(({ paid, decided }) => (paid / decided) * 100),
      Math.min,
    ),
    paymentSuccessMin: worst(
      merchants.map(({ decided }) => decided),
      Math.max,
    ),
    paymentUnsettledS: worst(
      late.map(({ createdAt }) => (now.getTime() - createdAt.getTime()) / 1000),
      Math.max,
    ),
    ticketWaitH: worst(waitsSince ? [(now.getTime() - waitsSince.getTime()) / 3_600_000] : [], Math.max),
    diskFreePercent: worst(
      processes.flatMap(({ diskFreePercent }) => (diskFreePercent === null ? [] : [diskFreePercent])),
      Math.min,
    ),
  })
}

function worst(values: readonly number[], pick: (...values: number[]) => number): number | undefined {
  return values.length === 0 ? undefined : Math.max(0, Math.round(pick(...values)))
}

function known(measured: Record<string, number | undefined>): Partial<Record<RuleName, number>> {
  return Object.fromEntries(Object.entries(measured).filter(([, value]) => value !== undefined))
}
