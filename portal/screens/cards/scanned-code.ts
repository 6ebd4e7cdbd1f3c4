import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { readCardCode, showCardCode } from '../../../contract/card-code.ts'

/** The key of a scanned card, as it would be typed; empty if the fragment holds none. */
export function codeInFragment(hash: string): string {
  const code = readCardCode(hash.slice(1))
  return code === null ? '' : showCardCode(code)
}

/**
 * The key behind `#` of a printed card's address. Browsers send a fragment to no server; it leaves the address and the
 * history at once, so that nobody who looks over a shoulder or copies the link gets the key.
 */
export function useScannedCode(): string {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash !== '') void navigate({ pathname, search }, { replace: true, state })
  }, [hash, pathname, search, state, navigate])
  return codeInFragment(hash)
}
