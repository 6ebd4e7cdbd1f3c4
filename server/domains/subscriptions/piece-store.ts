import type { Owner } from '../../platform/context.ts'
import { columnsOf } from '../../platform/db/db-rows.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Piece } from './piece.ts'
import { NOTHING_YET } from './pieces.ts'
import type { Subscription } from './subscription.ts'

export const PIECE_COLUMNS =
  columnsOf(`number, kind, package_id, order_id, card_id, gift_id, paid_fen, credit_fen, received_fen, own_fen,
  seconds, bytes, rate_fen, rate_seconds, rate_bytes, became, moved_paid_fen, moved_credit_fen`)
const NAMES = PIECE_COLUMNS.map(({ column }) => column)

export type StoredPiece = Omit<Piece, 'isChanged'>

/** For a statement that already reads the subscription: the current and future pieces, as one value. */
export const piecesOf = (subscription: string) => `(select coalesce(json_agg(json_build_object(
    ${PIECE_COLUMNS.map(({ column, name }) => `'${name}', piece.${column}`).join(', ')}, 'isEnded', false) order by piece.number), '[]')
  from subscription_pieces piece where piece.reseller_id = ${subscription}.reseller_id
    and piece.account_id = ${subscription}.account_id and piece.ended_at is null)`

export function findPieces(
  db: Queryable,
  { resellerId, accountId }: Owner,
  withEnded: boolean,
): Promise<StoredPiece[]> {
  return db.query<StoredPiece>({
    name: withEnded ? 'packages.all_pieces' : 'packages.pieces',
    text: `select ${NAMES.join(', ')}, ended_at is not null as is_ended from subscription_pieces
      where reseller_id = $1 and account_id = $2 ${withEnded ? '' : 'and ended_at is null'} order by number`,
    values: [resellerId, accountId],
  })
}

type Row = Omit<Subscription, 'pieces'>

/**
 * If a release without pieces changed the row, everything in it becomes one piece, with what is known to be paid. That
 * piece includes the earlier ones.
 */
export function withPieces<R extends Row>(row: R, stored: StoredPiece[]): R & { pieces: Piece[] } {
  const pieces = stored.map((piece) => ({ ...piece, isChanged: false }))
  if (row.pieceRevision === row.revision) return { ...row, pieces }
  const { paidSeconds, paidBytes, period, packageId } = row
  const number = row.lastPiece + 1
  const isKnown = period === 'once' ? paidBytes > 0 : paidSeconds > 0
  const became = isKnown ? number : null
  // As far as anybody knows, the new piece contains what was granted with these.
  const over = { became, seconds: 0, bytes: 0, isEnded: true, isChanged: true }
  const ended = pieces.map((piece) => (piece.isEnded ? piece : { ...piece, ...over }))
  const adopted = { ...row, startsBy: null, pieceRevision: row.revision, pieces: ended }
  if (!isKnown) return adopted
  const before: Piece = {
    ...NOTHING_YET,
    number,
    kind: period === 'once' ? 'once' : 'time',
    packageId,
    paidFen: row.paidFen,
    creditFen: row.paidWholesaleFen,
    receivedFen: row.paidWholesaleFen,
    seconds: paidSeconds,
    bytes: paidBytes,
    rateFen: null,
    rateSeconds: 0,
    rateBytes: 0,
    isEnded: false,
    isChanged: true,
  }
  return { ...adopted, lastPiece: number, pieces: [...ended, before] }
}

/** Stores the pieces that a change has made or touched. */
export function sendPieces(ctx: { db: Tx; now: Date }, { resellerId, accountId }: Owner, pieces: Piece[]): void {
  const changed = pieces.filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return
  const rows = changed.map((piece) => ({
    ...Object.fromEntries(PIECE_COLUMNS.map(({ column, name }) => [column, piece[name as keyof Piece]])),
    ended_at: piece.isEnded ? ctx.now : null,
  }))
  const values = [resellerId, accountId, ctx.now, JSON.stringify(rows)]
  ctx.db.send({ name: 'packages.save_pieces', text: SAVE, values })
}

const SAVE = `insert into subscription_pieces (reseller_id, account_id, created_at, ended_at, ${NAMES.join(', ')})
  select $1, $2, $3, piece.ended_at, ${NAMES.map((column) => `piece.${column}`).join(', ')}
  from jsonb_populate_recordset(null::subscription_pieces, $4) piece
  on conflict (reseller_id, account_id, number) do update
    set ended_at = coalesce(subscription_pieces.ended_at, excluded.ended_at),
      ${NAMES.slice(1)
        .map((column) => `${column} = excluded.${column}`)
        .join(', ')}`
