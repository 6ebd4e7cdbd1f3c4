import type { Queryable } from '../../platform/db/db.ts'

/** Empty where none is set. */
export async function loadReceiptText(db: Queryable, resellerId: number): Promise<string> {
  const rows = await db.query<{ receiptText: string | null }>({
    name: 'resellers.receipt_text',
    text: 'select receipt_text from resellers where id = $1',
    values: [resellerId],
  })
  return rows[0]?.receiptText ?? ''
}
