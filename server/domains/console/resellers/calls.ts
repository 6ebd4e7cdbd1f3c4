import { brandOf } from '../../../../contract/brand.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { fail, Refusal } from '../../../platform/errors.ts'
import { type Handler, bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { countOutside } from '../../lines/count-outside.ts'
import { findTargets } from '../../lines/moves/find-targets.ts'
import { giveGroups } from '../../lines/moves/give-groups.ts'
import { findNodes } from '../../nodes/load-node.ts'
import { findNodeGroups, saveNodeGroup, removeNodeGroup } from '../../nodes/node-groups.ts'
import { setTerms } from '../../resellers/set-terms.ts'
import { switchReseller } from '../../resellers/switch-reseller.ts'
import { getUser } from '../../sessions/operator/find-users.ts'
import { findTitles } from '../price-lists/queries.ts'
import { approveReseller, createReseller } from './decide-reseller.ts'
import { handOverReseller } from './hand-over-reseller.ts'
import { inviteOwner } from './invite-owner.ts'
import { changeLimits } from './limits/change-limits.ts'
import { showLimits, showReseller, listResellers } from './show-resellers.ts'
import { resumeReseller, suspendReseller } from './suspend-reseller.ts'

const { nodeGroups, resellers } = consoleApi

const setLimits: Handler<typeof resellers.setLimits> = async (ctx, { resellerId, ...wish }) => {
  const limits = await known(changeLimits(ctx, resellerId, wish, staffActor(ctx)))
  return { limits: limits && showLimits(limits) }
}

const previewGroups: Handler<typeof resellers.previewGroups> = async (ctx, { resellerId, groupIds }) => {
  await showReseller(ctx, resellerId)
  const groups = (await findNodeGroups(ctx)).filter(({ id }) => groupIds.includes(id))
  if (!groupIds.every((wanted) => groups.some(({ id }) => id === wanted))) fail('object.unknown')
  const nodes = await countOutside(ctx, resellerId, groupIds)
  const targets = await findTargets(ctx, resellerId, new Set(groups.flatMap(({ nodeIds }) => nodeIds)))
  return { nodes, targets, lines: nodes.reduce((sum, { lines }) => sum + lines, 0) }
}

const setGroups: Handler<typeof resellers.setGroups> = async (ctx, { resellerId, groupIds, moveTo }) => {
  const wish = { resellerId, groupIds, toNodeId: moveTo ?? null }
  return { moving: await known(giveGroups(ctx, wish, staffActor(ctx))) }
}

const handOver: Handler<typeof resellers.handOver> = async (ctx, { resellerId, to }) => {
  const found = to && (await known(getUser(ctx, to.resellerId, to.userName)))
  const owner = found && { resellerId: found.resellerId, accountId: found.id }
  await known(handOverReseller(ctx, resellerId, owner, staffActor(ctx)))
}

/** Reports an unknown reseller like any unknown object. */
async function known<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reseller.unknown') fail('object.unknown')
    throw error
  }
}

export const resellerRoutes = [
  bind(resellers.list, listResellers),
  bind(resellers.show, (ctx, { resellerId }) => showReseller(ctx, resellerId)),
  bind(resellers.create, createReseller),
  bind(resellers.inviteOwner, (ctx, { resellerId, email }) => inviteOwner(ctx, resellerId, email ?? null)),
  bind(resellers.approve, (ctx, { resellerId, listId }) =>
    known(approveReseller(ctx, resellerId, listId, staffActor(ctx))),
  ),
  bind(resellers.whitelist, (ctx, { resellerId, on }) =>
    known(switchReseller(ctx, resellerId, { name: 'whitelisted', on }, staffActor(ctx))),
  ),
  bind(resellers.lifelines, (ctx, { resellerId, on }) =>
    known(switchReseller(ctx, resellerId, { name: 'lifelines', on }, staffActor(ctx))),
  ),
  bind(resellers.suspend, async (ctx, { resellerId, on, reason = '' }) => {
    const by = staffActor(ctx)
    await known(on ? suspendReseller(ctx, resellerId, reason, by) : resumeReseller(ctx, resellerId, by))
  }),
  bind(resellers.setTerms, (ctx, { resellerId, ...terms }) => known(setTerms(ctx, resellerId, terms, staffActor(ctx)))),
  bind(resellers.setLimits, setLimits),
  bind(resellers.previewGroups, previewGroups),
  bind(resellers.setGroups, setGroups),
  bind(resellers.handOver, handOver),
  bind(nodeGroups.list, async (ctx) => {
    const groups = await findNodeGroups(ctx)
    const shared = (await findNodes(ctx, { resellerId: null })).filter(({ resellerId }) => resellerId === null)
    const names = new Map(shared.map(({ id, name }) => [id, name]))
    const titles = await findTitles(ctx.db, [...new Set(groups.flatMap(({ resellerIds }) => resellerIds))])
    const titleOf = (id: number) => brandOf(id, { title: titles.get(id) || null, icon: null, accent: null }).title
    return {
      rows: groups.map(({ id, name, nodeIds, resellerIds }) => ({
        groupId: id,
        name,
        nodes: nodeIds.map((nodeId) => ({ nodeId, name: names.get(nodeId) ?? '' })),
        resellers: resellerIds.map((resellerId) => ({ resellerId, title: titleOf(resellerId) })),
      })),
      nodes: shared.map(({ id, name, region }) => ({ nodeId: id, name, region })),
    }
  }),
  bind(nodeGroups.save, async (ctx, { groupId, ...wish }) => {
    return { groupId: await saveNodeGroup(ctx, groupId ?? null, wish, staffActor(ctx)) }
  }),
  bind(nodeGroups.remove, (ctx, { groupId }) => removeNodeGroup(ctx, groupId, staffActor(ctx))),
]
