import type { ShownBot } from '../../../contract/console/telegram.ts'
import type { Config } from '../../config.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { randomId } from '../../platform/secrets/crypto.ts'
import { closeAlert } from '../alerts/alerts.ts'
import { writeAudit, type AuditActor } from '../audit/audit.ts'
import { callBot, type BotAnswer } from './bot-api.ts'
import { deleteBotOf, findGivenUp, insertBot, loadBotOf, loadCounts, renewToken, type Bot } from './bot-queries.ts'
import { openToken, sealToken } from './bot-token.ts'
import { connectBot } from './connect-bot.ts'

type BotCtx = Pick<Ctx, 'db' | 'now' | 'log'> & { config: Config }
/** Null: the platform's. */
type Team = number | null

const TOKENS: Limit = { name: 'telegram-token', points: 20, windowMs: 3_600_000 }
const SHOWN_PROBLEMS = 5
const NONE = { users: 0, members: 0, waiting: 0, sent: 0, givenUp: 0, doubtful: 0 }

export async function showBot(ctx: Pick<Ctx, 'db' | 'config'>, team: Team): Promise<ShownBot> {
  const bot = await loadBotOf(ctx.db, team)
  const platform = team === null ? bot : await loadBotOf(ctx.db, null)
  const last = bot ? await findGivenUp(ctx.db, bot.id, SHOWN_PROBLEMS) : []
  return {
    name: bot?.userName ?? null,
    platformName: platform?.userName ?? null,
    updates: ctx.config.telegram.updates,
    since: bot?.createdAt.toISOString() ?? null,
    ...(bot ? await loadCounts(ctx.db, bot.id) : NONE),
    failingSince: bot?.failingSince?.toISOString() ?? null,
    problem: bot?.problem ?? null,
    last: last.map(({ kind, endedAt, problem }) => ({ kind, problem, at: endedAt.toISOString() })),
  }
}

/** Asks Telegram who the token's bot is, tells it where updates go, and only then keeps the token. */
export async function setBot(
  ctx: BotCtx,
  team: Team,
  token: string,
  actor: AuditActor,
  call = callBot,
): Promise<ShownBot> {
  await takeOne(ctx, TOKENS, String(team))
  const me = readMe(await call(ctx.config, token, { method: 'getMe' }))
  const saved = await inTx(ctx, (tx) => saveBot({ ...tx, config: ctx.config }, team, { ...me, token }, actor))
  await connectBot(ctx, saved, call)
  return showBot(ctx, team)
}

type Me = { botNumber: number; userName: string }

async function saveBot(
  tx: BotCtx & { db: Tx },
  team: Team,
  { token, ...me }: Me & { token: string },
  actor: AuditActor,
): Promise<Bot> {
  const before = await loadBotOf(tx.db, team)
  const isSame = before?.botNumber === me.botNumber
  const id = isSame ? before.id : randomId()
  const sealedToken = sealToken(tx.config, id, token)
  if (isSame) await renewToken(tx.db, id, { userName: me.userName, sealedToken })
  else {
    await deleteBotOf(tx.db, team)
    const row = { ...me, id, resellerId: team, sealedToken, now: tx.now }
    if (!(await insertBot(tx.db, row))) fail('telegram.taken')
  }
  if (before) await closeAlert(tx.db, { kind: 'telegram.failing', subject: `bot:${before.id}` }, tx.now)
  const entry = { resellerId: team, actor, action: 'telegram.bot_set', subject: subjectOf(team) }
  const words = { before: { name: before?.userName ?? null }, after: { name: me.userName } }
  await writeAudit(tx.db, { ...entry, ...words }, tx.now)
  return (await loadBotOf(tx.db, team))!
}

export async function removeBot(ctx: BotCtx, team: Team, actor: AuditActor, call = callBot): Promise<ShownBot> {
  const gone = await inTx(ctx, (tx) => endBot(tx, team, actor))
  // The row is gone either way; a webhook that Telegram still calls is refused.
  if (gone) await call(ctx.config, openToken(ctx.config, gone), { method: 'deleteWebhook' })
  return showBot(ctx, team)
}

/** Also for a change of owner: in that transaction, without a word to Telegram. */
export async function endBot(tx: { db: Tx; now: Date }, team: Team, actor: AuditActor): Promise<Bot | null> {
  const gone = await deleteBotOf(tx.db, team)
  if (!gone) return null
  await closeAlert(tx.db, { kind: 'telegram.failing', subject: `bot:${gone.id}` }, tx.now)
  const entry = { resellerId: team, actor, action: 'telegram.bot_removed', subject: subjectOf(team) }
  await writeAudit(tx.db, { ...entry, before: { name: gone.userName }, after: { name: null } }, tx.now)
  return gone
}

function readMe(answer: BotAnswer): Me {
  if (answer.kind === 'away') fail('telegram.away')
  if (answer.kind === 'refused')
    fail(answer.status === 429 || answer.status >= 500 ? 'telegram.away' : 'telegram.refused')
  const { id, username, is_bot: isBot } = answer.result as { id?: unknown; username?: unknown; is_bot?: unknown }
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || isBot !== true) fail('telegram.refused')
  if (typeof username !== 'string' || !/^\w{1,64}$/.test(username)) fail('telegram.refused')
  return { botNumber: id, userName: username }
}

function subjectOf(team: Team): string {
  return team === null ? 'platform' : `reseller:${team}`
}
