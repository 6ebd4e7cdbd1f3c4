import { consoleApi } from '../../../../contract/console/api.ts'
import { bind } from '../../../platform/http/bind.ts'
import { staffActor } from '../../audit/audit.ts'
import { removeNodeGroup } from '../../nodes/node-groups.ts'
import {
  inviteFirstOwner,
  approveAgency,
  switchWhitelist,
  switchLifelines,
  suspendOrResume,
  changeTerms,
  setLimits,
  previewGroups,
  setGroups,
  handOver,
  listNodeGroups,
  saveGroup,
} from './calls.ts'
import { createReseller } from './decide-reseller.ts'
import { listResellers, showReseller } from './show-resellers.ts'

const { nodeGroups, resellers } = consoleApi

export const resellerRoutes = [
  bind(resellers.list, listResellers),
  bind(resellers.show, (ctx, { resellerId }) => showReseller(ctx, resellerId)),
  bind(resellers.create, createReseller),
  bind(resellers.inviteOwner, inviteFirstOwner),
  bind(resellers.approve, approveAgency),
  bind(resellers.whitelist, switchWhitelist),
  bind(resellers.lifelines, switchLifelines),
  bind(resellers.suspend, suspendOrResume),
  bind(resellers.setTerms, changeTerms),
  bind(resellers.setLimits, setLimits),
  bind(resellers.previewGroups, previewGroups),
  bind(resellers.setGroups, setGroups),
  bind(resellers.handOver, handOver),
  bind(nodeGroups.list, listNodeGroups),
  bind(nodeGroups.save, saveGroup),
  bind(nodeGroups.remove, async (ctx, { groupId }) => {
    await removeNodeGroup(ctx, groupId, staffActor(ctx))
    return {}
  }),
]
