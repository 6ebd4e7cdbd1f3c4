import type { Tx } from '../../../platform/db/db.ts'
import type { SourceText } from '../neutral.ts'
import { changeTexts, textMarks } from './change-texts.ts'
import { type ImportCtx, type Work } from './context.ts'
import { makeArticle, makeNotice } from './make-texts.ts'
import { findThings, saveThings, type Marks } from './queries.ts'

type TxCtx = ImportCtx & { db: Tx }

/** Notices and articles that are new, and texts that were changed there since, unless they were changed here too. */
export async function bringTexts(ctx: TxCtx, work: Work): Promise<void> {
  const { rows, brought } = work
  const withMark = async (text: SourceText, asked: Promise<string | null>): Promise<Made | null> => {
    const ourKey = await asked
    return ourKey === null ? null : { ourKey, marks: textMarks(ctx, text) }
  }
  await changeTexts(ctx, work)
  brought.notices = await bringNew(ctx, work, 'notice', rows.notices, (text) =>
    withMark(text, makeNotice(ctx, work, text)),
  )
  brought.articles = await bringNew(ctx, work, 'article', rows.articles, (text) =>
    withMark(text, makeArticle(ctx, work, text)),
  )
}

type Made = { ourKey: string; marks: Marks }

/** `make` answers what became of a text, or null when it is left out. */
async function bringNew(
  ctx: TxCtx,
  work: Work,
  kind: 'notice' | 'article',
  all: ReadonlyMap<number, SourceText>,
  make: (text: SourceText) => Promise<Made | null>,
): Promise<number> {
  const known = new Set((await findThings(ctx.db, work, kind)).map(({ oldKey }) => oldKey))
  let count = 0
  for (const [id, text] of all) {
    const one = known.has(String(id)) ? null : await make(text)
    if (one === null) continue
    const row = { oldKey: String(id), ...one, balanceFen: 0, commissionFen: 0, turn: 0 }
    await saveThings(ctx.db, work, kind, [row])
    count++
  }
  return count
}
