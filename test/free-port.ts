import { createServer } from 'node:net'

// Below the ports the kernel hands out: one of those may be somebody's again before the process it was chosen for
// listens. Above 10080, which browsers refuse to open.
const FIRST = 12_000
const BLOCKS = 200
const BLOCK_SIZE = 100

/** Each process begins in a block of its own, so that two of them hardly ever probe the same port at the same time. */
let next = (process.pid % BLOCKS) * BLOCK_SIZE

/** A port of the loopback address on which nobody listens; never the same twice in a process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next % (BLOCKS * BLOCK_SIZE))
    next += 1
    if (await canListen(port)) return port
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
