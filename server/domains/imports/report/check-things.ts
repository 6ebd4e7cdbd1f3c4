import type { SourceMessage, SourceNode, SourceText, SourceTicket } from '../neutral.ts'
import { hasMembersPart } from '../run/plain-text.ts'
import type { Findings } from './findings.ts'
import { hasHtml, looksLikeMarkup } from './markup.ts'

const NAME_MAX = 40
const TITLE_MAX = 80
const BODY_MAX = 8000
const MESSAGE_MAX = 4000
const OPEN_MAX = 100_000
const LANGUAGES = ['zh-cn', 'zh-tw', 'en-us', 'en', 'zh', '']

export class NodeCheck {
  count = 0
  readonly #findings: Findings
  readonly #groups = new Set<number>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  serves(groupId: number): boolean {
    return this.#groups.has(groupId)
  }

  take(node: SourceNode): void {
    this.count++
    for (const groupId of node.groupIds) this.#groups.add(groupId)
    for (const _lack of [...node.stops, ...node.lacks]) this.#findings.add('nodeLacks', node.key)
    if (node.parentId !== null) this.#findings.add('nodeChild', node.key)
    if (node.name === '' || [...node.name].length > NAME_MAX) this.#findings.add('nodeName', node.key)
    if (looksLikeMarkup(node.name)) this.#findings.add('nameMarkup', `node ${node.key}`)
  }
}

export class TextCheck {
  notices = 0
  articles = 0
  tickets = 0
  openTickets = 0
  withdrawals = 0
  messages = 0
  readonly #findings: Findings
  /** Who wrote last in each open ticket: what the panels say about it themselves differs between them. */
  readonly #open = new Map<number, { owner: number; waits: boolean }>()
  readonly #owners = new Map<number, number>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  take({ id, kind, title, body, language }: SourceText): void {
    if (kind === 'notice') this.notices++
    else this.articles++
    const name = `${kind} ${id}`
    if ([...title].length > TITLE_MAX || [...body].length > BODY_MAX) this.#findings.add('textLong', name)
    if (hasHtml(body)) this.#findings.add('textHtml', name)
    if (looksLikeMarkup(title)) this.#findings.add('nameMarkup', name)
    if (kind === 'article' && /\{\{\s*\w+\s*\}\}/.test(body)) this.#findings.add('textPlaceholders', name)
    if (hasMembersPart(body)) this.#findings.add('textMembers', name)
    if (!LANGUAGES.includes(language.toLowerCase())) this.#findings.add('textLanguage', name)
  }

  takeTicket({ id, userId, subject, isOpen, isWithdrawal }: SourceTicket): void {
    this.tickets++
    if ([...subject].length > TITLE_MAX) this.#findings.add('ticketLong', id)
    if (looksLikeMarkup(subject)) this.#findings.add('nameMarkup', `ticket ${id}`)
    if (this.#owners.size < OPEN_MAX && userId !== null) this.#owners.set(id, userId)
    if (!isOpen) return
    this.openTickets++
    if (this.#open.size < OPEN_MAX) this.#open.set(id, { owner: userId ?? 0, waits: true })
    if (!isWithdrawal) return
    this.withdrawals++
    this.#findings.add('withdrawal', id)
  }

  takeMessage({ ticketId, userId, body }: SourceMessage): void {
    this.messages++
    if ([...body].length > MESSAGE_MAX) this.#findings.add('ticketLong', ticketId)
    const ticket = ticketId === null ? undefined : this.#open.get(ticketId)
    if (ticket) ticket.waits = userId === ticket.owner
  }

  get waitingTickets(): number {
    return [...this.#open.values()].filter(({ waits }) => waits).length
  }

  /** When all users are known. */
  finish(hasUser: (id: number) => boolean): void {
    for (const [ticketId, userId] of this.#owners) if (!hasUser(userId)) this.#findings.add('ticketOrphan', ticketId)
  }
}
