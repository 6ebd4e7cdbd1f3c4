/**
 * Meaning of the device's refusal; null when the error is not from the device. Its own text is in English and for
 * programmers.
 */
export function passkeyFailure(error: unknown): 'passkeyTwice' | 'passkeyStopped' | 'passkeyFailed' | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'passkeyTwice'
  // Dismissed or timed out: browsers do not say which.
  if (name === 'NotAllowedError' || name === 'AbortError') return 'passkeyStopped'
  return ['SecurityError', 'NotSupportedError', 'ConstraintError', 'UnknownError'].includes(name)
    ? 'passkeyFailed'
    : null
}
