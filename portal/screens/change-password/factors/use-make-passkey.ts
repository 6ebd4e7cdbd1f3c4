import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useRef } from 'react'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { call } from '../../../../ui/http/client.ts'
import { loadChunk } from '../../../../ui/http/load-chunk.ts'

type Input = { name: string; passWord: string; totp: string; endOthers: boolean }
type Begun = { options: PublicKeyCredentialCreationOptionsJSON; atMs: number }

/** Leaves the reader time to answer the device before the server's challenge expires. */
const REUSE_MS = limits.passkeyChallengeTtlMs / 2

/**
 * Asks the server, then the device, then reports to the server. A reader who dismissed the device's question can press
 * again without a new two-step code: the first code is used up, but its challenge is still valid.
 */
export function useMakePasskey(): (input: Input) => Promise<void> {
  const begun = useRef<Begun | null>(null)

  async function begin({ passWord, totp }: Input): Promise<Begun> {
    if (begun.current && Date.now() - begun.current.atMs < REUSE_MS) return begun.current
    const { options } = await call(api.factors.passkeyBegin, { passWord, ...(totp === '' ? {} : { totp }) })
    // The server's library wrote these options and the browser's library reads them; the contract only passes them on.
    begun.current = { options: options as unknown as PublicKeyCredentialCreationOptionsJSON, atMs: Date.now() }
    return begun.current
  }

  return async (input) => {
    const { startRegistration } = await loadChunk(() => import('@simplewebauthn/browser'))
    const { options } = await begin(input)
    const response = await startRegistration({ optionsJSON: options })
    begun.current = null
    const { name, endOthers } = input
    await call(api.factors.passkeyFinish, { name, response: { ...response }, endOthers })
  }
}
