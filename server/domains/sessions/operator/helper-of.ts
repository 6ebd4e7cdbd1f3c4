import type { Ctx } from '../../../platform/context.ts'
import { staffActor } from '../../audit/audit.ts'
import type { Helper } from './give-help.ts'

/** The member of this call. The platform's staff count as the operator. */
export function helperOf(ctx: Pick<Ctx<'staff'>, 'actor' | 'client'>): Helper {
  return { actor: staffActor(ctx), isOperator: ctx.actor.resellerId === null }
}
