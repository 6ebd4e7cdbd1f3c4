import type { NodeSetup } from '../../contract/node-api.ts'
import type { Settings } from '../settings.ts'
import { kernelSockets } from '../sockets.ts'
import type { Driver } from './driver.ts'
import { ShadowsocksLibevDriver } from './shadowsocks-libev.ts'
import { V2rayDriver } from './v2ray.ts'

/** First the driver for this setup, then drivers whose engine an earlier setup may have left running. */
export function makeDrivers(setup: NodeSetup, dir: string, settings: Settings): [Driver, ...Driver[]] {
  const options = { dir, sockets: kernelSockets(settings.engines.ss), ...settings }
  const v2ray = new V2rayDriver(options)
  const libev = new ShadowsocksLibevDriver(options)
  const isLibev = setup.protocol === 'shadowsocks' && setup.settings.engine === 'shadowsocks-libev'
  return isLibev ? [libev, v2ray] : [v2ray, libev]
}
