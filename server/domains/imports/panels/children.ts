import { isDeepStrictEqual } from 'node:util'

import { is2022 } from '../../../../contract/shadowsocks-2022.ts'
import type { SourceNode } from '../neutral.ts'

/**
 * Which node shares whose agent. The panels give users a child's own place and settings, so all of that is its own; the
 * parent lends only the moment that a key of 2022 is made of.
 */
export class Families {
  /** All nodes, with the keys of their parents. */
  readonly all: readonly SourceNode[]
  /** Those that become nodes, parents first; the others are further addresses of one of them. */
  readonly nodes: readonly SourceNode[]
  readonly #parents = new Map<SourceNode, SourceNode>()
  readonly #addresses = new Map<SourceNode, SourceNode[]>()

  constructor(read: Iterable<SourceNode>) {
    const raw = [...read]
    const byId = new Map(raw.map((node) => [placeOf(node), node]))
    const parentOf = (node: SourceNode) => {
      const isOdd = node.parentId === null || node.parentId === node.id
      return isOdd ? undefined : byId.get(placeOf({ ...node, id: node.parentId! }))
    }
    const settled = new Map(raw.map((node) => [node, withParentKey(node, parentOf(node))]))
    this.all = [...settled.values()]
    for (const [node, own] of settled) {
      const parent = settled.get(parentOf(node)!)
      if (parent) this.#parents.set(own, parent)
      if (parent && isAddressOf(own, parent)) this.#addresses.set(parent, [...this.addressesOf(parent), own])
    }
    const folded = new Set([...this.#addresses.values()].flat())
    const own = this.all.filter((node) => !folded.has(node))
    this.nodes = own.toSorted((one, other) => Number(this.#parents.has(one)) - Number(this.#parents.has(other)))
  }

  parentOf(node: SourceNode): SourceNode | null {
    return this.#parents.get(node) ?? null
  }

  /** What differs from the node only in where it listens. */
  addressesOf(node: SourceNode): readonly SourceNode[] {
    return this.#addresses.get(node) ?? []
  }

  /** The node that it is one more address of. */
  addressOf(node: SourceNode): SourceNode | null {
    const parent = this.parentOf(node)
    return parent && this.addressesOf(parent).includes(node) ? parent : null
  }

  /** What is odd about a node's parent; it comes all the same. */
  troubles(node: SourceNode): string[] {
    const { id, parentId } = node
    const parent = this.parentOf(node)
    if (parentId === null) return []
    if (parentId === id) return ['its parent, which is itself']
    if (parent === null) return [`its parent ${parentId}, which is gone`]
    return parent.parentId === null ? [] : [`its parent ${parent.key}, which is a child itself`]
  }
}

const placeOf = ({ type, id }: Pick<SourceNode, 'type' | 'id'>) => `${type} ${id}`

function withParentKey(child: SourceNode, parent: SourceNode | undefined): SourceNode {
  const { cipher } = child.settings
  if (!parent || !is2022(cipher)) return child
  const { serverKey } = parent.settings
  if (parent.settings['cipher'] === cipher) return { ...child, settings: { ...child.settings, serverKey } }
  return { ...child, stops: [...child.stops, `cipher ${cipher}, which its parent ${parent.key} does not have`] }
}

function isAddressOf(child: SourceNode, parent: SourceNode): boolean {
  const same = ({ name, protocol, serverPort, ratePercent, groupIds, isShown, settings }: SourceNode) => {
    return { name, protocol, serverPort, ratePercent, groupIds: groupIds.toSorted(), isShown, settings }
  }
  // Behind a relay of its own a node has one place.
  const isPlain = /^\d+$/.test(parent.port) && Number(parent.port) === (parent.serverPort ?? Number(parent.port))
  const mayBe = parent.parentId === null && isPlain && /^\d+$/.test(child.port)
  return mayBe && [...child.stops, ...parent.stops].length === 0 && isDeepStrictEqual(same(child), same(parent))
}
