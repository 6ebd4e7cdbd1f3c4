import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { readCardCode, showCardCode } from '../../../contract/card-code.ts'
import { useKnownInfo } from '../../state/known-info.ts'

/** Letters and a digit, as in a key of which a chat app or a hand lost a part. */
const PART_OF_KEY = /^(?=.*\d)[\da-z-]{8,40}$/i

/**
 * The key of a scanned card, as it would be typed. A damaged one as it is, so that its reader learns that it is damaged;
 * empty if the fragment holds none.
 */
export function codeInFragment(hash: string): string {
  const written = hash.slice(1)
  const code = readCardCode(written)
  if (code !== null) return showCardCode(code)
  return PART_OF_KEY.test(written) ? written.toUpperCase() : ''
}

/**
 * The key behind `#` of a printed card's address. Browsers send a fragment to no server; it leaves the address and the
 * history as soon as the session is known to live, so that nobody who looks over a shoulder or copies the link gets the
 * key. Until then it stays: an ended session leads to the login page and back, with the address as it is.
 */
export function useScannedCode(): string {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isSignedIn = useKnownInfo((info) => info.iuser) !== null
  const fresh = codeInFragment(hash)
  const [code, setCode] = useState(fresh)
  // The next link may open in the same tab: then only the fragment changes.
  if (fresh !== '' && fresh !== code) setCode(fresh)
  useEffect(() => {
    if (hash !== '' && isSignedIn) void navigate({ pathname, search }, { replace: true, state })
  }, [hash, isSignedIn, pathname, search, state, navigate])
  return code
}
