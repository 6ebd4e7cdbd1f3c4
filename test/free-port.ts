import { createServer } from 'node:net'

// Use ports below those that the kernel hands out: it could give one away before our process listens. Use ports above
// 10080, which browsers refuse to open.
const FIRST = 12_000
const BLOCKS = 200
const BLOCK_SIZE = 100

/** Each process begins in a different block, so that two processes hardly ever probe the same port at the same time. */
let next = (process.pid % BLOCKS) * BLOCK_SIZE

/** Finds a free port on the loopback address. Never returns the same port twice in a process. */
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
