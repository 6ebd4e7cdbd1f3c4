import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { staffActor } from '../audit/audit.ts'
import { asMember, teamOf } from '../staff/team/by.ts'
import { makeLink } from './bindings.ts'
import { hearAsMember, hearAsUser, memberOf, showMember, showUser, unbindMember, unbindUser } from './calls.ts'
import { removeBot, setBot, showBot } from './own-bots.ts'

const { telegram } = api
const { telegram: own, telegramBot } = consoleApi

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
