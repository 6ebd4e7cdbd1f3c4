/** The start failed for a reason the operator can fix; shown as a sentence. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
