import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { consoleApi } from '../../../contract/console/api.ts'
import {
  telegramKinds,
  telegramStaffKinds,
  type TelegramKind,
  type TelegramStaffKind,
} from '../../../contract/telegram-kinds.ts'
import { inTx, may, type Ctx, type Owner, type StaffCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { saveMuted } from './binding-queries.ts'
import { showBinding, showBound, unbind } from './bindings.ts'

type UserState = Static<typeof api.telegram.show.output>
type StaffState = Static<typeof consoleApi.telegram.show.output>

export async function showUser(ctx: Pick<Ctx, 'db'>, owner: Owner): Promise<UserState> {
  const { bot, binding } = await showBinding(ctx, owner)
  const hears = telegramKinds.filter((kind) => !binding?.muted.includes(kind))
  return { bot, bound: showBound(binding), hears }
}

export async function hearAsUser(ctx: Ctx<'user'>, { kind, on }: { kind: TelegramKind; on: boolean }) {
  if (!(await inTx(ctx, ({ db }) => saveMuted(db, ctx.owner, kind, !on)))) fail('telegram.not_bound')
  return showUser(ctx, ctx.owner)
}

export async function unbindUser(ctx: Ctx<'user'>): Promise<UserState> {
  await unbind(ctx, ctx.owner)
  return showUser(ctx, ctx.owner)
}

type MemberCtx = StaffCtx<'any'>
/** The member's own team, whichever office is open. */
export const memberOf = ({ actor }: Pick<MemberCtx, 'actor'>) => ({
  resellerId: actor.resellerId,
  staffId: actor.staffId,
})

export async function showMember(ctx: MemberCtx): Promise<StaffState> {
  const { bot, binding } = await showBinding(ctx, memberOf(ctx))
  const kinds = kindsOf(ctx).map((kind) => ({ kind, isOn: !binding?.muted.includes(kind) }))
  return { bot, bound: showBound(binding), kinds }
}

/** A kind that the member may not hear is as unknown as a missing one. */
export async function hearAsMember(ctx: MemberCtx, { kind, on }: { kind: TelegramStaffKind; on: boolean }) {
  if (!kindsOf(ctx).includes(kind)) fail('object.unknown')
  if (!(await inTx(ctx, ({ db }) => saveMuted(db, memberOf(ctx), kind, !on)))) fail('telegram.not_bound')
  return showMember(ctx)
}

export async function unbindMember(ctx: MemberCtx): Promise<StaffState> {
  await unbind(ctx, memberOf(ctx))
  return showMember(ctx)
}

function kindsOf(ctx: MemberCtx): TelegramStaffKind[] {
  const all = Object.keys(telegramStaffKinds) as TelegramStaffKind[]
  return all.filter((kind) => may(ctx, telegramStaffKinds[kind]))
}
