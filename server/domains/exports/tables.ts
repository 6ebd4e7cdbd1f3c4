import type { ExportFile } from '../../../contract/console/exports.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { readCards, readLedger, readOrders, readPayments, readUsers, type Line, type Page } from './queries.ts'

type ExportTable = {
  file: ExportFile
  columns: readonly string[]
  read: (db: Queryable, page: Page) => Promise<Line[]>
  /** Before the first row. */
  start: string
}

const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

/** Neither secrets nor digests: what a reseller may see in the console, and nothing that opens anything. */
export const exportTables: readonly ExportTable[] = [
  {
    file: 'users',
    read: readUsers,
    start: '0',
    columns: [
      'id',
      'user_name',
      'email',
      'email_verified_at',
      'created_at',
      'language',
      'invite_code',
      'inviter_id',
      'paused_at',
      'locked_at',
      'blocked_at',
      'package',
      'period',
      'expires_at',
      'used_bytes',
      'total_bytes',
      'auto_renew',
      'balance_fen',
      'commission_fen',
      'commission_pending_fen',
    ],
  },
  {
    file: 'orders',
    read: readOrders,
    start: FIRST_UUID,
    columns: [
      'id',
      'account_id',
      'action',
      'state',
      'package',
      'period',
      'list_fen',
      'discount_fen',
      'credit_fen',
      'total_fen',
      'wholesale_fen',
      'commission_fen',
      'inviter_id',
      'paid_by',
      'refunded_fen',
      'created_at',
      'settled_at',
    ],
  },
  {
    file: 'payments',
    read: readPayments,
    start: FIRST_UUID,
    columns: [
      'id',
      'out_trade_no',
      'trade_no',
      'account_id',
      'order_id',
      'purpose',
      'channel',
      'state',
      'amount_fen',
      'refunded_fen',
      'created_at',
      'paid_at',
    ],
  },
  {
    file: 'ledger',
    read: readLedger,
    start: '-infinity 0 0',
    columns: ['transaction_id', 'at', 'kind', 'account', 'account_id', 'amount_fen', 'balance_after_fen'],
  },
  {
    file: 'cards',
    read: readCards,
    start: '0',
    columns: [
      'id',
      'batch_id',
      'kind',
      'state',
      'last_four',
      'amount_fen',
      'package',
      'period',
      'traffic_bytes',
      'days',
      'price_fen',
      'created_at',
      'expires_at',
      'account_id',
      'redeemed_by',
      'redeemed_at',
    ],
  },
]
