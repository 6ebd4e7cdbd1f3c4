import { api } from '../../../contract/api.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { bytesOf } from '../../../ui/pictures/shrink-picture.ts'

type Refused = (url: string) => void
type Send<Sent> = (sent: { pictures?: string[] }) => Promise<Sent>

/** Uploads pictures for one message after another, and knows which are there: another try sends only the rest. */
export function makeUploads() {
  const names = new Map<string, string>()
  const upload = async (url: string, onRefused: Refused): Promise<void> => {
    if (names.has(url)) return
    try {
      names.set(url, (await call(api.tickets.upload, { bytes: bytesOf(url) }, { unshared: true })).pictureId)
    } catch (error) {
      if (isCode(error, 'picture.refused')) onRefused(url)
      throw error
    }
  }
  return {
    async sendWith<Sent>(urls: readonly string[], send: Send<Sent>, onRefused: Refused): Promise<Sent> {
      for (const url of urls) await upload(url, onRefused)
      const pictures = urls.map((url) => names.get(url)!)
      try {
        return await send(pictures.length === 0 ? {} : { pictures })
      } catch (error) {
        // Unsent pictures are gone after a day: the next try uploads them again.
        if (isCode(error, 'object.unknown')) names.clear()
        throw error
      }
    },
    /** For the next message: a picture belongs to one. */
    forget: () => names.clear(),
  }
}

const isCode = (error: unknown, code: ApiError['code']) => error instanceof ApiError && error.code === code
