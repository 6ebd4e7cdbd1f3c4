import type {
  KeyedGift,
  SourceCoupon,
  SourceGift,
  SourceMessage,
  SourceNode,
  SourcePlan,
  SourceText,
  SourceTicket,
  SourceUser,
} from '../neutral.ts'
import { Families } from '../panels/children.ts'
import {
  readCoupon,
  readGiftCard,
  readGiftCode,
  readGiftTemplate,
  type GiftCode,
  type GiftTemplate,
} from '../panels/read-codes.ts'
import { readNode } from '../panels/read-node.ts'
import { readPlan } from '../panels/read-plan.ts'
import { readMessage, readText, readTicket } from '../panels/read-texts.ts'
import { readUser } from '../panels/read-user.ts'
import { isNodeTable } from '../panels/tables.ts'
import type { Row } from '../reader/row.ts'

const MESSAGE_KEPT = 8000
const TEXT_KEPT = 64_000

/**
 * The rows of a source that come over, as far as the import needs them: about 1 KB for a user. The first of two with one
 * number counts.
 */
export class SourceRows {
  readonly users = new Map<number, SourceUser>()
  readonly plans = new Map<number, SourcePlan>()
  /** By what agents know them by. */
  readonly nodes = new Map<string, SourceNode>()
  /** The first free code of each user. */
  readonly inviteCodes = new Map<number, string>()

  readonly coupons = new Map<number, SourceCoupon>()
  readonly notices = new Map<number, SourceText>()
  readonly articles = new Map<number, SourceText>()
  readonly tickets = new Map<number, SourceTicket>()
  /** The messages of each ticket, in the order of the file. */
  readonly messages = new Map<number, SourceMessage[]>()
  #families: Families | null = null
  /** The source has gift codes, used up or not. */
  hasGifts = false
  /** The table of Xboard has codes, used up or not. */
  #hasGiftCodes = false
  readonly #giftCards = new Map<number, SourceGift>()
  readonly #giftCodes = new Map<number, GiftCode>()
  readonly #giftTemplates = new Map<number, GiftTemplate>()
  readonly #byTable: Record<string, (row: Row) => void> = {
    v2_giftcard: (row) => this.#takeGift(() => keepFirst(this.#giftCards, readGiftCard(row))),
    v2_gift_card_code: (row) => {
      this.#hasGiftCodes = true
      this.#takeGift(() => keepFirst(this.#giftCodes, readGiftCode(row, 0)))
    },
    v2_gift_card_template: (row) => keepFirst(this.#giftTemplates, readGiftTemplate(row)),
    v2_user: (row) => keepFirst(this.users, readUser(row)),
    v2_plan: (row) => keepFirst(this.plans, readPlan(row)),
    v2_invite_code: (row) => this.#takeInviteCode(row),
    v2_coupon: (row) => keepFirst(this.coupons, readCoupon(row)),
    v2_notice: (row) => keepFirst(this.notices, shortened(readText(row))),
    v2_knowledge: (row) => keepFirst(this.articles, shortened(readText(row))),
    v2_ticket: (row) => keepFirst(this.tickets, readTicket(row)),
    v2_ticket_message: (row) => this.#takeMessage(readMessage(row)),
  }

  take(row: Row): void {
    if (isNodeTable(row.table)) this.#takeNode(row)
    else this.#byTable[row.table]?.(row)
  }

  /** The nodes that users of a group see. */
  nodesOf(groupId: number | null): SourceNode[] {
    if (groupId === null) return []
    return this.families().nodes.filter((node) => node.isShown && node.groupIds.includes(groupId))
  }

  /** When all rows were read. */
  families(): Families {
    this.#families ??= new Families(this.nodes.values())
    return this.#families
  }

  /**
   * Gift codes that may still be used, with what they give. An Xboard that was the fork before has the fork's table too:
   * its numbers are others'.
   */
  gifts(): KeyedGift[] {
    const ofTemplates = [...this.#giftCodes.values()].flatMap(({ templateId, ...code }): KeyedGift[] => {
      const template = this.#giftTemplates.get(templateId ?? 0)
      return template?.isOn ? [{ ...code, worth: template.worth, key: String(code.id) }] : []
    })
    const keyOf = (id: number) => (this.#hasGiftCodes ? `card-${id}` : String(id))
    return [...[...this.#giftCards.values()].map((card) => ({ ...card, key: keyOf(card.id) })), ...ofTemplates]
  }

  #takeGift(take: () => void): void {
    this.hasGifts = true
    take()
  }

  #takeNode(row: Row): void {
    const node = readNode(row)
    if (node && !this.nodes.has(node.key)) this.nodes.set(node.key, node)
  }

  #takeMessage(message: SourceMessage): void {
    const { ticketId } = message
    if (ticketId === null) return
    const kept = { ...message, body: message.body.slice(0, MESSAGE_KEPT) }
    const known = this.messages.get(ticketId)
    if (known) known.push(kept)
    else this.messages.set(ticketId, [kept])
  }

  #takeInviteCode(row: Row): void {
    const userId = row.number('user_id')
    const code = row.text('code') ?? ''
    const isFree = row.number('status') === 0 && /^[A-Za-z0-9]{4,32}$/.test(code)
    if (userId !== null && isFree && !this.inviteCodes.has(userId)) this.inviteCodes.set(userId, code)
  }
}

/** Nothing beyond it comes over, and a text may have megabytes of pictures. */
function shortened(text: SourceText | null): SourceText | null {
  return text && { ...text, title: text.title.slice(0, MESSAGE_KEPT), body: text.body.slice(0, TEXT_KEPT) }
}

function keepFirst<T extends { id: number }>(known: Map<number, T>, thing: T | null): void {
  if (thing && !known.has(thing.id)) known.set(thing.id, thing)
}
