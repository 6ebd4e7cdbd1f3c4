const TIMEOUT_MS = 5_000

export type HysteriaApi = ReturnType<typeof openHysteriaApi>

/** Hysteria's own figures, on loopback with a word that the agent made. */
export function openHysteriaApi({ port, secret }: { port: number; secret: string }) {
  const call = async (path: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: secret, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`hysteria answered ${answer.status}`)
    return answer.text()
  }
  return {
    /** Since its start, by the name that the door gave: `tx` came from the user, `rx` went to the user. Never clear it. */
    traffic: async () => JSON.parse(await call('/traffic')) as Record<string, { tx: number; rx: number }>,
    /** Connections by name. */
    online: async () => JSON.parse(await call('/online')) as Record<string, number>,
    /** Ends one connection of each name, at its next byte. */
    kick: (ids: readonly string[]) => call('/kick', ids),
  }
}
