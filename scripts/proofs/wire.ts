import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What a network does to connections. `cut`: an orderly end. `black hole`: nothing comes through, nobody is told.
 * `half-open`: the far end is gone, the near one does not know.
 */
export const FAULTS = ['delay', 'cut', 'reset', 'black hole', 'half-open', 'trickle'] as const
export type Fault = (typeof FAULTS)[number]
export type Wire = Awaited<ReturnType<typeof startWire>>
type Link = { near: Socket; far: Socket; isLost: boolean }

const DELAY_MS = 700
const DROP = { bytes: 40, everyMs: 20 }

/** A socket of the file system knows no reset. */
const reset = (socket: Socket) => (socket.remoteAddress ? socket.resetAndDestroy() : socket.destroy())

/** Carries bytes between a port of loopback and the target, and breaks connections as ordered. */
export async function startWire(target: NetConnectOpts) {
  let fault: Fault | null = null
  const isNow = (wanted: Fault) => fault === wanted
  const links = new Set<Link>()

  function strikeOne(link: Link): void {
    if (fault === 'cut') for (const side of [link.near, link.far]) side.end()
    if (fault === 'reset') for (const side of [link.near, link.far]) reset(side)
    // What was lost here stays lost, as with a machine in between that has forgotten the connection.
    if (fault === 'black hole' || fault === 'half-open') link.isLost = true
    if (fault === 'half-open') link.far.destroy()
  }

  async function pass(link: Link, to: Socket, piece: Buffer): Promise<void> {
    strikeOne(link)
    if (fault === 'delay') await sleep(DELAY_MS)
    let rest = piece
    for (; isNow('trickle') && rest.length > DROP.bytes; rest = rest.subarray(DROP.bytes)) {
      if (!link.isLost && to.writable) to.write(rest.subarray(0, DROP.bytes))
      await sleep(DROP.everyMs)
    }
    if (!link.isLost && to.writable) to.write(rest)
  }

  function carry(link: Link, from: Socket, to: Socket): void {
    let last: Promise<void> = Promise.resolve()
    const then = (work: () => Promise<void> | void) => void (last = last.then(work))
    from.on('data', (piece: Buffer) => then(() => pass(link, to, piece)))
    from.on('end', () => then(() => void (link.isLost || to.end())))
    from.on('error', () => link.isLost || to.destroy())
    from.on('close', () => {
      if (link.near.destroyed && link.far.destroyed) links.delete(link)
      else then(() => void (link.isLost || to.end()))
    })
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...target, allowHalfOpen: true })
    const link = { near, far, isLost: false }
    links.add(link)
    carry(link, near, far)
    carry(link, far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Of the connections there are, and of those that come until it heals. */
    strike(wanted: Fault): void {
      fault = wanted
      for (const link of links) strikeOne(link)
    },
    heal: () => void (fault = null),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const { near, far } of links) for (const side of [near, far]) side.destroy()
      }),
  }
}
