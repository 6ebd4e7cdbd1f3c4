import { api } from '../../../contract/api.ts'
import { releasedClients } from '../../features/lines/import-links.ts'
import { sampleRank } from '../../screens/traffic-rank/ranking/sample-rank.ts'
import { answer, type Answer, refuse } from '../answer.ts'
import { account } from '../world/account.ts'
import {
  addLine,
  connected,
  countLines,
  devices,
  dropDevice,
  dropLine,
  lines,
  loadLine,
  makeCode,
  moveLine,
  nodes,
  renewSecret,
  renewFeed,
  feedUrl,
  forgetDevice,
  namedDevices,
  undoMove,
} from '../world/net.ts'
import { at } from '../world/sample-time.ts'
import { monthOf, ownOf, pointsOf } from '../world/traffic.ts'

const getLine = (lineId: string) => loadLine(lineId) ?? refuse('object.unknown', 'unavailable')
const refusePaused = () => (account.pausedAtMs === null ? null : refuse('account.paused', 'paused'))

export const lineAnswers: Answer[] = [
  answer(api.lines.nodes, nodes),
  answer(api.lines.list, () => ({ lines: lines(), subscriptionUrl: feedUrl(), reachUntil: null })),
  answer(api.lines.connected, ({ within }) => connected(within)),
  answer(api.clientList.list, () => ({ clients: [...releasedClients] })),
  answer(api.lines.install, ({ nodeId }) => {
    refusePaused()
    if (countLines() >= account.lineLimit) refuse('line.limit', 'lineLimit')
    return addLine(nodeId)
  }),
  answer(api.lines.installFirst, () => ({ lines: lines(), subscriptionUrl: feedUrl() })),
  answer(api.lines.uninstall, ({ lineId }) => {
    dropLine(lineId)
    return {}
  }),
  answer(api.lines.move, ({ lineId, nodeId }) => {
    refusePaused()
    return moveLine(getLine(lineId).id, nodeId)
  }),
  answer(api.lines.undoMove, ({ lineId }) => undoMove(lineId) ?? refuse('object.unknown', 'unavailable')),
  answer(api.lines.rotate, ({ lineId }) => {
    refusePaused()
    renewSecret(lineId)
    return getLine(lineId)
  }),
  answer(api.lines.resetSub, () => {
    renewFeed()
    return { subscriptionUrl: feedUrl() }
  }),
  answer(api.lines.deviceCode, makeCode),
  answer(api.lines.devices, () => ({ items: devices(), named: namedDevices() })),
  answer(api.lines.revokeDevice, ({ id }) => {
    dropDevice(id)
    return {}
  }),
  answer(api.lines.forgetDevice, ({ id }) => {
    forgetDevice(id)
    return {}
  }),
  answer(api.lines.speedMode, ({ mode }) => {
    refusePaused()
    account.speedMode = mode
    return { mode }
  }),
  answer(api.traffic.own, ({ range }) => ownOf(range)),
  answer(api.traffic.rank, ({ range }) => sampleRank(pointsOf(range), at(-4 * 60_000))),
  answer(api.traffic.month, ({ month }) => monthOf(month)),
  answer(api.traffic.usage, () => ({
    items: pointsOf('month').map(({ at, upBytes, downBytes }) => ({
      at,
      nodeId: null,
      nodeName: null,
      upBytes,
      downBytes,
      chargedBytes: upBytes + downBytes,
    })),
  })),
]
