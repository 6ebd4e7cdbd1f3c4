import { useState } from 'react'

import { ApiError } from '../http/api-error.ts'
import { loadPicture, type Picture, pictureProof, takeProof } from './captcha.ts'

/** Invisible if possible. Shows a picture when the work is impossible, refused or not enough. */
export function useCaptcha() {
  const [picture, setPicture] = useState<Picture | null>(null)

  async function putUpPicture(): Promise<void> {
    setPicture(await loadPicture())
  }

  /** If no new picture comes, the old one stays and can be renewed again. */
  function renewPicture(): void {
    void putUpPicture().catch(() => {})
  }

  /** Sends with a proof. Without one it shows a picture and returns, so that the reader can solve it first. */
  async function withProof(answer: string, send: (proof: string) => Promise<void>): Promise<void> {
    const proof = picture ? pictureProof(picture, answer) : await takeProof()
    if (proof === null) return putUpPicture()
    try {
      await send(proof)
      setPicture(null)
    } catch (error) {
      // The refusal matters more than a picture that fails to load.
      if (needsPicture(error)) await putUpPicture().catch(() => {})
      throw error
    }
  }

  /** Sends without a proof first. The server says if it wants one, and whether invisible work is enough. */
  async function proveIfAsked(send: (proof?: string) => Promise<void>): Promise<void> {
    try {
      await send()
    } catch (error) {
      if (!isAsked(error)) throw error
      await (wantsPicture(error) ? putUpPicture() : withProof('', send))
    }
  }

  /** A picture works only once. Only "too many requests" leaves it unused. */
  function needsPicture(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false
    if (error.code === 'auth.captcha_required') return wantsPicture(error)
    return error.code === 'auth.captcha_wrong' || (picture !== null && error.code !== 'request.too_many')
  }

  return { picture, renewPicture, withProof, proveIfAsked }
}

function isAsked(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'auth.captcha_required'
}

function wantsPicture({ data }: ApiError): boolean {
  return (data as { kind?: string } | null)?.kind === 'image'
}
