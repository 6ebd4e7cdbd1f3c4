import type { NodeSetup } from '../../contract/node-api.ts'
import { engineOf, type Engine } from '../../contract/node-engines.ts'
import type { Door } from '../forwarder.ts'
import type { Settings } from '../settings.ts'
import { kernelSockets } from '../sockets.ts'
import type { Driver } from './driver.ts'
import { HysteriaDriver } from './hysteria.ts'
import { ShadowsocksLibevDriver } from './shadowsocks-libev.ts'
import { V2rayDriver } from './v2ray.ts'
import { XrayDriver } from './xray.ts'

/** First the driver for this setup, then drivers whose engine an earlier setup may have left running. */
export function makeDrivers(
  setup: NodeSetup,
  dir: string,
  settings: Settings,
  openDoor: () => Promise<Door>,
): [Driver, ...Driver[]] {
  const options = { dir, sockets: kernelSockets(settings.engines.ss), ...settings }
  const drivers: Record<Engine, Driver> = {
    v2ray: new V2rayDriver(options),
    xray: new XrayDriver({ ...options, openDoor }),
    hysteria: new HysteriaDriver(options),
    'shadowsocks-libev': new ShadowsocksLibevDriver(options),
  }
  const own = drivers[engineOf(setup)]
  return [own, ...Object.values(drivers).filter((driver) => driver !== own)]
}
