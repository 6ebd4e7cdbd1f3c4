import type { SourceMessage, SourceText, SourceTicket } from '../neutral.ts'
import type { Row } from '../reader/row.ts'

export function readText(row: Row): SourceText | null {
  const id = row.number('id')
  if (id === null) return null
  const isNotice = row.table === 'v2_notice'
  return {
    id,
    kind: isNotice ? 'notice' : 'article',
    title: row.text('title') ?? '',
    body: row.text(isNotice ? 'content' : 'body') ?? '',
    language: isNotice ? '' : (row.text('language') ?? ''),
    isShown: row.flag('show'),
    createdAt: row.number('created_at'),
  }
}

/** A withdrawal is a ticket of the highest level with a subject in the writer's language. */
const WITHDRAWAL = /提现|提現|提領|withdraw|出金|출금|вывод|rút tiền|برداشت/i

export function readTicket(row: Row): SourceTicket | null {
  const id = row.number('id')
  if (id === null) return null
  const subject = row.text('subject') ?? ''
  return {
    id,
    userId: row.number('user_id'),
    subject,
    isOpen: row.number('status') === 0,
    isWithdrawal: row.number('level') === 2 && WITHDRAWAL.test(subject),
    createdAt: row.number('created_at'),
    changedAt: row.number('updated_at'),
  }
}

export function readMessage(row: Row): SourceMessage {
  return {
    ticketId: row.number('ticket_id'),
    userId: row.number('user_id'),
    body: row.text('message') ?? '',
    createdAt: row.number('created_at'),
  }
}
