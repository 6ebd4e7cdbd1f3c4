import { lastFour } from '../../../contract/card-code.ts'
import type { TxCtx } from '../../platform/context.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import { sha256 } from '../../platform/secrets/crypto.ts'
import { post } from '../ledger/post.ts'
import { closeIfUsedUp, insertBatch } from './batch-queries.ts'
import type { CardKind, CardWorth } from './price-batch.ts'

type CardCtx = Pick<TxCtx, 'db' | 'now'>
export type ImportedBatch = {
  resellerId: number
  importId: number
  /** The same for no other batch of the reseller. */
  key: string
  kind: CardKind
  worth: CardWorth
  expiresAt: Date | null
  /** At most as many as a batch has. */
  codes: readonly string[]
}

/**
 * Gift codes of another panel as keys of a batch. The reseller took their money there, or gave them away: what they cost
 * here stands against its liability, so that the platform receives wholesale for each that is redeemed. Returns the number
 * of each key, and leaves out codes that the reseller has already.
 */
export async function addImportedCards(ctx: CardCtx, batch: ImportedBatch): Promise<Map<string, number>> {
  const { resellerId, importId, key, kind, worth, expiresAt } = batch
  const codes = await withoutKnown(ctx.db, resellerId, batch.codes)
  if (codes.length === 0) return new Map()
  const inputHash = sha256(JSON.stringify([kind, worth, expiresAt]))
  const own = { requestKey: key, inputHash, priceFen: null, startsAtUse: false, importId }
  const row = { resellerId, kind, ...worth, keyCount: codes.length, expiresAt, createdAt: ctx.now }
  const made = await insertBatch(ctx.db, { ...row, ...own })
  if (!made) return new Map()
  const cards = await insertOldCodes(ctx.db, { resellerId, batchId: made.id }, codes)
  const totalFen = made.costFen * codes.length
  await post(ctx, {
    key: `batch:${made.id}:import`,
    kind: 'import',
    resellerId,
    legs: [
      { kind: 'liability', resellerId, amountFen: -totalFen },
      { kind: 'cards', resellerId, amountFen: totalFen },
    ],
    memo: { batchId: made.id },
  })
  return cards
}

async function withoutKnown(db: Tx, resellerId: number, codes: readonly string[]): Promise<string[]> {
  const hashes = codes.map((code) => sha256(code))
  const rows = await db.query<{ codeHash: Buffer }>({
    name: 'cards.known_hashes',
    text: 'select code_hash from cards where reseller_id = $1 and code_hash = any ($2)',
    values: [resellerId, hashes],
  })
  const known = new Set(rows.map(({ codeHash }) => codeHash.toString('hex')))
  return codes.filter((_code, at) => !known.has(hashes[at]!.toString('hex')))
}

async function insertOldCodes(
  db: Tx,
  { resellerId, batchId }: { resellerId: number; batchId: number },
  codes: readonly string[],
): Promise<Map<string, number>> {
  const hashes = codes.map((code) => sha256(code))
  const rows = await db.query<{ id: number; codeHash: Buffer }>({
    name: 'cards.insert_imported',
    text: `insert into cards (reseller_id, batch_id, code_hash, last_four)
      select $1, $2, hash, four from unnest($3::bytea[], $4::text[]) as made (hash, four) returning id, code_hash`,
    values: [resellerId, batchId, hashes, codes.map(lastFour)],
  })
  const ids = new Map(rows.map(({ id, codeHash }) => [codeHash.toString('hex'), id]))
  return new Map(codes.map((code, at) => [code, ids.get(hashes[at]!.toString('hex'))!]))
}

type Ended = { id: number; batchId: number; costFen: number }
/** `isUndone`: the code is nobody's any more, so that it can come again. `key` begins the key of the entry. */
type Ending = { resellerId: number; cardIds: readonly number[]; key: string; isUndone: boolean }

/** Voids unused imported keys: used or changed at the old panel since, or taken back with the import. Returns those it ended. */
export async function endImportedCards(ctx: CardCtx, ending: Ending): Promise<number[]> {
  const { resellerId, key, isUndone } = ending
  const ended = await voidImported(ctx.db, ending)
  if (ended.length === 0) return []
  const totalFen = ended.reduce((sum, { costFen }) => sum + costFen, 0)
  for (const batchId of new Set(ended.map((card) => card.batchId))) {
    await closeIfUsedUp(ctx.db, { resellerId, batchId }, ctx.now)
  }
  await post(ctx, {
    // A key ends once, so no other entry can have its number.
    key: `${key}:${Math.min(...ended.map(({ id }) => id))}`,
    kind: isUndone ? 'reversal' : 'card_void',
    resellerId,
    legs: [
      { kind: 'cards', resellerId, amountFen: -totalFen },
      { kind: 'liability', resellerId, amountFen: totalFen, upToOwed: true },
    ],
  })
  return ended.map(({ id }) => id)
}

function voidImported(db: Tx, { resellerId, cardIds, isUndone }: Ending): Promise<Ended[]> {
  return db.query<Ended>({
    name: 'cards.end_imported',
    text: `update cards c set state = 'void', sealed_code = null,
        code_hash = case when $3 then sha256(c.code_hash || int8send(c.id)) else c.code_hash end
      from card_batches b where c.reseller_id = $1 and c.id = any ($2) and c.state = 'unused' and b.id = c.batch_id
        and b.import_id is not null
      returning c.id, c.batch_id, b.cost_fen`,
    values: [resellerId, cardIds, isUndone],
  })
}

/** Of keys that an import ended and whose codes are good again at the old panel: new keys can have these codes. */
export async function freeImportedCodes(db: Tx, resellerId: number, cardIds: readonly number[]): Promise<void> {
  await db.query({
    name: 'cards.free_imported',
    text: `update cards c set code_hash = sha256(c.code_hash || int8send(c.id))
      from card_batches b where c.reseller_id = $1 and c.id = any ($2) and c.state = 'void' and b.id = c.batch_id
        and b.reseller_id = c.reseller_id and b.import_id is not null`,
    values: [resellerId, cardIds],
  })
}

/** Those of the keys that somebody has redeemed here. */
export async function findRedeemed(db: Queryable, resellerId: number, cardIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>({
    name: 'cards.redeemed_of',
    text: `select id from cards where reseller_id = $1 and id = any ($2) and state = 'redeemed'`,
    values: [resellerId, cardIds],
  })
  return rows.map(({ id }) => id)
}
