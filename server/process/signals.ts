let signalled: Promise<NodeJS.Signals> | undefined

/** Resolves on the first SIGINT or SIGTERM. Ignores later ones: Ctrl-C reaches both primary and workers. */
export function onceSignalled(): Promise<NodeJS.Signals> {
  return (signalled ??= new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal))
  }))
}
