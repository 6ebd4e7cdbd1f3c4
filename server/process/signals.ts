let signalled: Promise<NodeJS.Signals> | undefined

/** Resolves on the first SIGINT or SIGTERM. Later ones are swallowed: Ctrl-C reaches primary and workers alike. */
export function onceSignalled(): Promise<NodeJS.Signals> {
  return (signalled ??= new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal))
  }))
}
