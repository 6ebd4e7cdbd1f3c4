import { consoleApi } from '../../../../contract/console/api.ts'
import type { BellRing } from '../../../../contract/console/bell.ts'
import { bellKinds, type BellKind } from '../../../../contract/console/choices.ts'
import type { Language } from '../../../../contract/languages.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { bind } from '../../../platform/http/bind.ts'
import { inLanguage } from '../../../platform/text/by-language.ts'
import { countUnread, findRings, loadMarks, saveMuted, saveReadTo, type RingRow } from './queries.ts'

const { bell } = consoleApi

type Ctx = StaffCtx<'any'>

const SHOWN = 50
const UNREAD_MAX = 99

/** Kinds that this member's role allows. The bell is that of the member's own team, whichever office is open. */
function kindsOf(ctx: Ctx): BellKind[] {
  return (Object.keys(bellKinds) as BellKind[]).filter((kind) => may(ctx, bellKinds[kind]) && isOf(ctx, kind))
}

/** The platform's team hears of resellers' words only; its own watch tells it the rest. */
function isOf({ actor }: Ctx, kind: BellKind): boolean {
  return (actor.resellerId === null) === (kind === 'word')
}

async function loadHeard(ctx: Ctx) {
  const { readTo, muted } = await loadMarks(ctx.db, ctx.actor.staffId)
  const kinds = kindsOf(ctx)
  const heard = { team: ctx.actor.resellerId, kinds: kinds.filter((kind) => !muted.includes(kind)) }
  return { readTo, kinds, heard }
}

function showRing({ id, kind, detail, createdAt }: RingRow, readTo: number, language: Language): BellRing {
  const { names, ...rest } = detail as { names?: unknown; name?: string } & BellRing['detail']
  const named = names === undefined ? rest : { ...rest, name: inLanguage(String(rest.name), names, language) }
  return { id, kind, at: createdAt.toISOString(), isUnread: id > readTo, detail: named }
}

export const bellRoutes = [
  bind(bell.count, async (ctx) => {
    const { readTo, heard } = await loadHeard(ctx)
    return { unread: await countUnread(ctx.db, heard, readTo, UNREAD_MAX) }
  }),
  bind(bell.list, async (ctx) => {
    const { readTo, kinds, heard } = await loadHeard(ctx)
    const rows = await findRings(ctx.db, heard, SHOWN)
    return {
      rows: rows.map((row) => showRing(row, readTo, ctx.language)),
      kinds: kinds.map((kind) => ({ kind, isOn: heard.kinds.includes(kind) })),
    }
  }),
  bind(bell.read, (ctx, { upTo }) => saveReadTo(ctx.db, ctx.actor.staffId, upTo)),
  /** A kind that the member may not hear is as unknown as a missing one. */
  bind(bell.hear, async (ctx, { kind, on }) => {
    if (!kindsOf(ctx).includes(kind)) fail('object.unknown')
    await saveMuted(ctx.db, ctx.actor.staffId, kind, !on)
  }),
]
