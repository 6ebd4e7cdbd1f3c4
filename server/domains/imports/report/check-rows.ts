import type { SourceNode, SourcePlan } from '../neutral.ts'
import { readCoupon, readGiftCard, readGiftCode, readGiftTemplate } from '../panels/read-codes.ts'
import { readNode } from '../panels/read-node.ts'
import { readOrder } from '../panels/read-order.ts'
import { readPlan } from '../panels/read-plan.ts'
import { readMessage, readText, readTicket } from '../panels/read-texts.ts'
import { readUser } from '../panels/read-user.ts'
import { isNodeTable } from '../panels/tables.ts'
import type { Row } from '../reader/row.ts'
import { CodeCheck, OrderCheck, PlanCheck } from './check-sales.ts'
import { NodeCheck, TextCheck } from './check-things.ts'
import { UserCheck } from './check-users.ts'
import { Findings } from './findings.ts'
import { OutcomeList } from './list-outcomes.ts'

/** Takes every row that was read, whichever table it is of, and forgets it. */
export class RowChecks {
  readonly findings = new Findings()
  readonly users: UserCheck
  readonly plans = new PlanCheck(this.findings)
  readonly orders = new OrderCheck(this.findings)
  readonly nodes = new NodeCheck(this.findings)
  readonly texts = new TextCheck(this.findings)
  readonly outcomes = new OutcomeList()
  readonly codes: CodeCheck
  lastMigration: string | null = null
  readonly #nowSeconds: number
  readonly #byTable: Record<string, (row: Row) => void>

  constructor(now: Date) {
    this.#nowSeconds = Math.floor(now.getTime() / 1000)
    this.users = new UserCheck(this.findings, this.#nowSeconds)
    this.codes = new CodeCheck(this.findings, this.#nowSeconds)
    this.#byTable = this.#tables()
  }

  take(row: Row): void {
    if (isNodeTable(row.table)) given(readNode(row), (node) => this.#takeNode(node))
    else this.#byTable[row.table]?.(row)
    if (row.damaged.size === 0) return
    const columns = [...row.damaged]
    for (const column of columns) this.findings.add('rowsDamaged', `${row.table} ${row.text('id') ?? '?'}: ${column}`)
  }

  #takeNode(node: SourceNode): void {
    this.nodes.take(node)
    this.outcomes.takeNode(node)
  }

  finish(): void {
    this.findings.addMany('unlisted', this.outcomes.unlisted)
    this.users.finish((id) => this.plans.has(id))
    this.plans.finish((groupId) => this.nodes.serves(groupId))
    this.codes.finish(this.plans.forGifts)
    this.texts.finish((id) => this.users.has(id))
  }

  #tables(): Record<string, (row: Row) => void> {
    const { users, plans, orders, codes, texts, findings } = this
    const takePlan = (plan: SourcePlan) => {
      plans.take(plan)
      this.outcomes.takePlan(plan)
    }
    const readTexts = (row: Row) => given(readText(row), (text) => texts.take(text))
    return {
      v2_user: (row) => given(readUser(row), (user) => users.take(user)) || findings.add('userNumberless', null),
      v2_plan: (row) => given(readPlan(row), takePlan) || findings.add('planNumberless', null),
      v2_server_group: (row) => {
        const id = row.number('id')
        if (id !== null) this.outcomes.takeGroup({ id, name: row.text('name') ?? '' })
      },
      v2_order: (row) => void given(readOrder(row), (order) => orders.take(order)),
      v2_coupon: (row) => void given(readCoupon(row), (coupon) => codes.takeCoupon(coupon)),
      v2_giftcard: (row) => void given(readGiftCard(row), (gift) => codes.takeGift(gift)),
      v2_gift_card_template: (row) => void given(readGiftTemplate(row), (template) => codes.takeTemplate(template)),
      v2_gift_card_code: (row) => void given(readGiftCode(row, this.#nowSeconds), (code) => codes.takeGiftCode(code)),
      v2_invite_code: (row) => codes.takeInviteCode(row.number('user_id'), row.number('status') === 0),
      v2_notice: readTexts,
      v2_knowledge: readTexts,
      v2_ticket: (row) => void given(readTicket(row), (ticket) => texts.takeTicket(ticket)),
      v2_ticket_message: (row) => texts.takeMessage(readMessage(row)),
      v2_payment: (row) => findings.add('payments', row.text('payment')),
      migrations: (row) => {
        const name = row.text('migration') ?? ''
        if (/^20\d\d_\d\d_\d\d_/.test(name) && name > (this.lastMigration ?? '')) this.lastMigration = name.slice(0, 80)
      },
    }
  }
}

function given<T>(thing: T | null, take: (thing: T) => void): boolean {
  if (thing === null) return false
  take(thing)
  return true
}
