import type { alertRules } from '../../../contract/console/choices.ts'
import type { AlertSettings } from '../../config.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { writeAudit, actorName, type AuditActor } from '../audit/audit.ts'

export type RuleName = (typeof alertRules)[number]

/** The same bounds as for the settings of these names in config.ts. */
export const RULE_RANGES: Record<RuleName, readonly [least: number, most: number]> = {
  nodeSilentS: [2, 3600],
  uniproxySilentS: [10, 3600],
  recoveryS: [0, 3600],
  paymentSuccessPercent: [0, 100],
  paymentSuccessMin: [1, 100_000],
  paymentUnsettledS: [60, 86_400],
  ticketWaitH: [1, 168],
  diskFreePercent: [0, 99],
}

export async function findOwnRules(db: Queryable): Promise<Map<RuleName, number>> {
  const rows = await db.query<{ name: RuleName; value: number }>({
    name: 'alert_rules.all',
    text: 'select name, value from alert_rules',
  })
  return new Map(rows.flatMap(({ name, value }) => (name in RULE_RANGES ? [[name, value] as const] : [])))
}

/** The rules the watch uses: the settings, except where the console has set another value. */
export async function withOwnRules<C extends { alerts: AlertSettings }>(db: Queryable, config: C): Promise<C> {
  const own = await findOwnRules(db)
  return own.size === 0 ? config : { ...config, alerts: { ...config.alerts, ...Object.fromEntries(own) } }
}

type RuleChange = { name: RuleName; value: number | null }

export function setAlertRule(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  wish: RuleChange,
  actor: AuditActor,
): Promise<void> {
  const { name, value } = wish
  const [least, most] = RULE_RANGES[name]
  if (value !== null && (value < least || value > most)) {
    fail('request.invalid', { fields: { value: `${least} to ${most}` } })
  }
  return inTx(ctx, async (tx) => {
    const before = (await findOwnRules(tx.db)).get(name) ?? ctx.config.alerts[name]
    await tx.db.kysely.deleteFrom('alertRules').where('name', '=', name).execute()
    if (value !== null) {
      const row = { name, value, actor: actorName(actor), changedAt: ctx.now }
      await tx.db.kysely.insertInto('alertRules').values(row).execute()
    }
    const after = value ?? ctx.config.alerts[name]
    const entry = { resellerId: null, actor, action: 'alert.rule_set', subject: `rule:${name}` }
    await writeAudit(tx.db, { ...entry, before: { value: before }, after: { value: after } }, ctx.now)
  })
}
