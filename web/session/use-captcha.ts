import { useState } from 'react'

import { ApiError } from '../http/api-error.ts'
import { loadPicture, type Picture, pictureProof, takeProof } from './captcha.ts'

/** Invisible as long as it can be; a picture once the work cannot be done or was not believed. */
export function useCaptcha() {
  const [picture, setPicture] = useState<Picture | null>(null)

  async function putUpPicture(): Promise<void> {
    setPicture(await loadPicture())
  }

  /** When none comes the old one stays, and can be asked about again. */
  function renewPicture(): void {
    void putUpPicture().catch(() => {})
  }

  /** Sends with a proof. Without one it puts up a picture and returns: the reader has to look at that first. */
  async function withProof(answer: string, send: (proof: string) => Promise<void>): Promise<void> {
    const proof = picture ? pictureProof(picture, answer) : await takeProof()
    if (proof === null) return putUpPicture()
    try {
      await send(proof)
      setPicture(null)
    } catch (error) {
      // The refusal matters more than a picture that does not come.
      if (needsPicture(error)) await putUpPicture().catch(() => {})
      throw error
    }
  }

  /** Each picture counts once; only a refusal to look at anything at all leaves it unused. */
  function needsPicture(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false
    return error.code === 'auth.captcha_wrong' || (picture !== null && error.code !== 'request.too_many')
  }

  return { picture, renewPicture, withProof }
}
