import type { consoleApi } from '../../../../contract/console/api.ts'
import type { PlatformWord } from '../../../../contract/console/network.ts'
import { inTx, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import type { Handler } from '../../../platform/http/bind.ts'
import { closeAlert } from '../../alerts/alerts.ts'
import { staffActor, writeAudit } from '../../audit/audit.ts'
import { emit } from '../../events/emit.ts'
import { resellerSubject } from '../../resellers/add-reseller.ts'
import { findWords, hasOpenWord, saveAnswer, type WordRow } from './word-queries.ts'

type Api = typeof consoleApi
const OWN_SHOWN = 10
const ALL_SHOWN = 50

export const listOwnWords: Handler<Api['network']['words']> = async (ctx: StaffCtx) => ({
  rows: (await findWords(ctx.db, ctx.resellerId, OWN_SHOWN)).map(showWord),
})

export const listWords: Handler<Api['resellers']['words']> = async (ctx) => ({
  rows: (await findWords(ctx.db, null, ALL_SHOWN)).map(showWord),
})

/** Once: the team that asked hears it, and the alert ends with the last open word. */
export const answerWord: Handler<Api['resellers']['answer']> = (ctx, { wordId, text }) => {
  const answer = text.trim()
  if (answer === '') fail('request.invalid', { fields: { text: 'required' } })
  return inTx(ctx, async (tx) => {
    const saved = await saveAnswer(tx.db, { id: wordId, answer, by: ctx.actor.name, now: ctx.now })
    const { resellerId, about } = saved ?? fail('object.unknown')
    await emit(tx, 'word.answered', { resellerId, wordId, aside: { text: answer, ...about } })
    const subject = resellerSubject(resellerId)
    if (!(await hasOpenWord(tx.db, resellerId))) await closeAlert(tx.db, { kind: 'reseller.word', subject }, ctx.now)
    const entry = { resellerId, actor: staffActor(ctx), action: 'platform.answered', subject }
    await writeAudit(tx.db, { ...entry, detail: { bodyLength: answer.length } }, ctx.now)
    return {}
  })
}

function showWord({ about, createdAt: at, answer, answeredBy, answeredAt, ...row }: WordRow): Answer<PlatformWord> {
  return {
    ...row,
    about: about.name ?? null,
    at,
    answer: answer === null ? null : { text: answer, by: answeredBy ?? '', at: answeredAt ?? '' },
  }
}
