import { countOutside } from '../domains/lines/count-outside.ts'
import { giveGroups } from '../domains/lines/moves/give-groups.ts'
import { findNodeGroups, removeNodeGroup, saveNodeGroup, type NodeGroup } from '../domains/nodes/node-groups.ts'
import { fail } from '../platform/errors.ts'
import { auditRead, command, UsageError } from './command.ts'
import { tableLines } from './table.ts'

const GROUP = { group: { kind: 'number', help: 'its id', isRequired: true } } as const
const NODES = { kind: 'text', help: 'ids of shared nodes: 1,4,7; empty for none' } as const

export const groupCommands = [
  command({
    name: 'groups list',
    summary: 'Groups of shared nodes, and who sells by them',
    options: {},
    async run(ctx) {
      const groups = await findNodeGroups(ctx)
      await auditRead(ctx, 'operator.groups_listed', null, groups.length)
      return { lines: tableLines(groups.map(shortRow)), data: { groups } }
    },
  }),
  command({
    name: 'groups add',
    summary: 'A new group of shared nodes',
    options: {
      name: { kind: 'text', help: 'up to 40 characters', isRequired: true },
      nodes: NODES,
    },
    async run(ctx, { name, nodes }) {
      const group = await saveNodeGroup(ctx, null, { name, nodeIds: readIds(nodes ?? '') }, ctx.actor)
      return { lines: [`Group ${group} added. Next: groups give --reseller … --groups ${group}`], data: { group } }
    },
  }),
  command({
    name: 'groups edit',
    summary: 'Another name or other nodes; lines on nodes that leave it run on',
    options: { ...GROUP, name: { kind: 'text', help: 'up to 40 characters' }, nodes: NODES },
    async run(ctx, { group, name, nodes }) {
      const now = (await findNodeGroups(ctx)).find(({ id }) => id === group) ?? fail('object.unknown')
      const wish = { name: name ?? now.name, nodeIds: nodes === null ? now.nodeIds : readIds(nodes) }
      await saveNodeGroup(ctx, group, wish, ctx.actor)
      return { lines: [`Group ${group} is ${wish.name} with ${wish.nodeIds.length} nodes.`], data: wish }
    },
  }),
  command({
    name: 'groups remove',
    summary: 'Take a group away that nobody sells by',
    options: GROUP,
    async run(ctx, { group }) {
      await removeNodeGroup(ctx, group, ctx.actor)
      return { lines: [`Group ${group} is gone.`], data: { group } }
    },
  }),
  command({
    name: 'groups give',
    summary: 'Which groups a reseller sells by; none: all shared nodes',
    hasDryRun: true,
    options: {
      reseller: { kind: 'number', help: 'key of the reseller', isRequired: true },
      groups: { kind: 'text', help: 'ids of groups: 1,2; empty for none', isRequired: true },
      'move-to': { kind: 'number', help: 'id of a node inside, to which its lines outside then move' },
    },
    async run(ctx, { reseller, groups, 'move-to': toNodeId }) {
      const groupIds = readIds(groups)
      const moving = await giveGroups(ctx, { resellerId: reseller, groupIds, toNodeId }, ctx.actor)
      const outside = await countOutside(ctx, reseller, groupIds)
      const lines = outside.reduce((sum, { lines: count }) => sum + count, 0)
      const says = groupIds.length === 0 ? 'sells all shared nodes' : `sells by ${groupIds.length} groups`
      const what = moving > 0 ? `${moving} of them move to node ${toNodeId}` : 'they run on'
      const told = [`Reseller ${reseller} ${says}. ${lines} of its lines are on other nodes; ${what}.`]
      return { lines: [...told, ...(lines === 0 ? [] : tableLines(outside))], data: { groupIds, outside, moving } }
    },
  }),
]

function shortRow({ id, name, nodeIds, resellerIds }: NodeGroup) {
  return { id, name, nodes: nodeIds.join(','), resellers: resellerIds.join(',') }
}

function readIds(text: string): number[] {
  const parts = text.split(',').filter((part) => part !== '')
  if (!parts.every((part) => /^\d{1,9}$/.test(part.trim()))) throw new UsageError('ids are numbers such as 1,4,7')
  return parts.map(Number)
}
