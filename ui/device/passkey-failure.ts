/** What the device's refusal means, null when it was not the device. Its own words are English and for programmers. */
export function passkeyFailure(error: unknown): 'passkeyTwice' | 'passkeyStopped' | 'passkeyFailed' | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'passkeyTwice'
  // Put away, or waited too long: browsers do not tell which.
  if (name === 'NotAllowedError' || name === 'AbortError') return 'passkeyStopped'
  return ['SecurityError', 'NotSupportedError', 'ConstraintError', 'UnknownError'].includes(name)
    ? 'passkeyFailed'
    : null
}
