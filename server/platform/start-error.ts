/** The start failed for a reason the operator can fix; shown as a sentence. */
export class StartError extends Error {
  override readonly name = 'StartError'
  /** Names the reason where the sentence is shown in other languages too. */
  readonly code: string | null

  constructor(message: string, code: string | null = null) {
    super(message)
    this.code = code
  }
}
