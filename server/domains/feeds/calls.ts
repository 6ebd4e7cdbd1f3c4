import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { installFirst } from '../lines/install-first.ts'
import { listFeedDevices, makeDeviceCode, revokeFeedDevice } from './devices/feed-devices.ts'
import { forgetNamedDevice } from './devices/named-devices.ts'
import { getConnected } from './get-connected.ts'
import { listLines } from './list-lines.ts'
import { resetFeed } from './reset-feed.ts'

export const feedRoutes = [
  bind(api.lines.list, listLines),
  bind(api.lines.installFirst, async (ctx, wish) => {
    await installFirst(ctx, wish)
    return listLines(ctx)
  }),
  bind(api.lines.resetSub, resetFeed),
  bind(api.lines.deviceCode, makeDeviceCode),
  bind(api.lines.devices, listFeedDevices),
  bind(api.lines.revokeDevice, revokeFeedDevice),
  bind(api.lines.forgetDevice, forgetNamedDevice),
  bind(api.lines.connected, getConnected),
]
