import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { installLine, moveLine, rotateLine, undoMove, uninstallLine } from './change-line.ts'
import { chooseSpeedMode } from './choose-speed-mode.ts'
import { getConnected } from './connected/get-connected.ts'
import { listFeedDevices, makeDeviceCode, revokeFeedDevice } from './devices/feed-devices.ts'
import { forgetNamedDevice } from './devices/named-devices.ts'
import { findNodes } from './find-nodes.ts'
import { installFirst } from './install-first.ts'
import { listLines } from './list-lines.ts'
import { resetFeed } from './reset-feed.ts'

export const lineRoutes = [
  bind(api.lines.nodes, findNodes),
  bind(api.lines.list, listLines),
  bind(api.lines.connected, getConnected),
  bind(api.lines.install, installLine),
  bind(api.lines.installFirst, installFirst),
  bind(api.lines.uninstall, uninstallLine),
  bind(api.lines.move, moveLine),
  bind(api.lines.undoMove, undoMove),
  bind(api.lines.rotate, rotateLine),
  bind(api.lines.resetSub, resetFeed),
  bind(api.lines.deviceCode, makeDeviceCode),
  bind(api.lines.devices, listFeedDevices),
  bind(api.lines.revokeDevice, revokeFeedDevice),
  bind(api.lines.forgetDevice, forgetNamedDevice),
  bind(api.lines.speedMode, chooseSpeedMode),
]
