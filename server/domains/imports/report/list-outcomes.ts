import type { SourceNode, SourcePlan } from '../neutral.ts'
import { Families } from '../panels/children.ts'
import { groupOutcome, nodeOutcome, planOutcome, type Outcome, type SourceGroup } from './outcomes.ts'

export type Outcomes = { nodes: Outcome[]; groups: Outcome[]; plans: Outcome[] }

/** As many as any panel has; a hostile file may have more, which are counted. */
const LISTED_MAX = 10_000

/** Keeps what is few in every panel, and says of each what becomes of it. */
export class OutcomeList {
  /** Beyond those that are listed. */
  unlisted = 0
  readonly #nodes = new Map<string, SourceNode>()
  readonly #groups = new Map<number, SourceGroup>()
  readonly #plans = new Map<number, SourcePlan>()

  takeNode(node: SourceNode): void {
    this.#keep(this.#nodes, node.key, node)
  }

  takeGroup(group: SourceGroup): void {
    this.#keep(this.#groups, group.id, group)
  }

  takePlan(plan: SourcePlan): void {
    this.#keep(this.#plans, plan.id, plan)
  }

  list(): Outcomes {
    const families = new Families(this.#nodes.values())
    const nodes = families.all.map((node) => ({ node, outcome: nodeOutcome(node, families) }))
    const nodesOf = (groupId: number) =>
      nodes.filter(({ node }) => node.groupIds.includes(groupId)).map(({ outcome }) => outcome)
    const isServed = (groupId: number | null) =>
      groupId !== null && nodesOf(groupId).some(({ becomes }) => becomes !== 'left')
    return {
      nodes: nodes.map(({ outcome }) => outcome),
      groups: [...this.#groups.values()].map((group) => groupOutcome(group, nodesOf(group.id))),
      plans: [...this.#plans.values()].map((plan) => planOutcome(plan, isServed(plan.groupId))),
    }
  }

  #keep<K, T>(known: Map<K, T>, key: K, thing: T): void {
    if (known.has(key)) return
    if (known.size >= LISTED_MAX) this.unlisted++
    else known.set(key, thing)
  }
}
