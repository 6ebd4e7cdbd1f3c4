import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import {
  telegramKinds,
  telegramStaffKinds,
  type TelegramKind,
  type TelegramStaffKind,
} from '../../../contract/telegram-kinds.ts'
import { inTx, may, type Ctx, type Owner, type StaffCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { bind } from '../../platform/http/bind.ts'
import { staffActor } from '../audit/audit.ts'
import { asMember, teamOf } from '../staff/team/by.ts'
import { saveMuted } from './binding-queries.ts'
import { showBinding, showBound, unbind, makeLink } from './bindings.ts'
import { removeBot, setBot, showBot } from './own-bots.ts'

const { telegram } = api
const { telegram: own, telegramBot } = consoleApi

type UserState = Static<typeof api.telegram.show.output>
type StaffState = Static<typeof consoleApi.telegram.show.output>

async function showUser(ctx: Pick<Ctx, 'db'>, owner: Owner): Promise<UserState> {
  const { bot, binding } = await showBinding(ctx, owner)
  const hears = telegramKinds.filter((kind) => !binding?.muted.includes(kind))
  return { bot, bound: showBound(binding), hears }
}

async function hearAsUser(ctx: Ctx<'user'>, { kind, on }: { kind: TelegramKind; on: boolean }) {
  if (!(await inTx(ctx, ({ db }) => saveMuted(db, ctx.owner, kind, !on)))) fail('telegram.not_bound')
  return showUser(ctx, ctx.owner)
}

async function unbindUser(ctx: Ctx<'user'>): Promise<UserState> {
  await unbind(ctx, ctx.owner)
  return showUser(ctx, ctx.owner)
}

type MemberCtx = StaffCtx<'any'>
/** The member's own team, whichever office is open. */
const memberOf = ({ actor }: Pick<MemberCtx, 'actor'>) => ({
  resellerId: actor.resellerId,
  staffId: actor.staffId,
})

async function showMember(ctx: MemberCtx): Promise<StaffState> {
  const { bot, binding } = await showBinding(ctx, memberOf(ctx))
  const kinds = kindsOf(ctx).map((kind) => ({ kind, isOn: !binding?.muted.includes(kind) }))
  return { bot, bound: showBound(binding), kinds }
}

/** A kind that the member may not hear is as unknown as a missing one. */
async function hearAsMember(ctx: MemberCtx, { kind, on }: { kind: TelegramStaffKind; on: boolean }) {
  if (!kindsOf(ctx).includes(kind)) fail('object.unknown')
  if (!(await inTx(ctx, ({ db }) => saveMuted(db, memberOf(ctx), kind, !on)))) fail('telegram.not_bound')
  return showMember(ctx)
}

async function unbindMember(ctx: MemberCtx): Promise<StaffState> {
  await unbind(ctx, memberOf(ctx))
  return showMember(ctx)
}

function kindsOf(ctx: MemberCtx): TelegramStaffKind[] {
  const all = Object.keys(telegramStaffKinds) as TelegramStaffKind[]
  return all.filter((kind) => may(ctx, telegramStaffKinds[kind]))
}

export const telegramRoutes = [
  bind(telegram.show, (ctx) => showUser(ctx, ctx.owner)),
  bind(telegram.link, (ctx) => makeLink(ctx, ctx.owner)),
  bind(telegram.hear, hearAsUser),
  bind(telegram.unbind, unbindUser),
]

export const telegramStaffRoutes = [
  bind(own.show, showMember),
  bind(own.link, (ctx) => makeLink(ctx, memberOf(ctx))),
  bind(own.hear, hearAsMember),
  bind(own.unbind, unbindMember),
  bind(telegramBot.show, (ctx) => showBot(ctx, teamOf(ctx))),
  bind(telegramBot.set, (ctx, { token }) => setBot(ctx, asMember(ctx).team, token, staffActor(ctx))),
  bind(telegramBot.remove, (ctx) => removeBot(ctx, asMember(ctx).team, staffActor(ctx))),
]
