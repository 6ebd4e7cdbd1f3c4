import type { NodeSetup } from '../../contract/node-api.ts'

/** The name of the probe in v2ray. In Xray it has the place of the unknown user. */
export const PROBE = 'probe'

/** Whatever the probe names as its target, it gets to the portal, and only by TCP. */
export function probeWay({ probe }: NodeSetup, email: string) {
  if (!probe) return { outbounds: [], rules: [] }
  const to = (outboundTag: string, network: string) => ({ type: 'field', user: [email], network, outboundTag })
  return {
    outbounds: [{ tag: PROBE, protocol: 'freedom', settings: { redirect: probe.place } }],
    rules: [to(PROBE, 'tcp'), to('nowhere', 'udp')],
  }
}
