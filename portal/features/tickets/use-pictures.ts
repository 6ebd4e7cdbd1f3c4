import { useState } from 'react'

import { PICTURES_PER_MESSAGE } from '../../../contract/pictures.ts'
import { readAsUrl, shrinkPicture } from '../../../ui/pictures/shrink-picture.ts'
import { useWords } from '../../words/language.ts'
import { makeUploads } from './upload-pictures.ts'

export type ChosenPictures = ReturnType<typeof usePictures>

/** Pictures for the next message. They go up when it is sent, so a removed one never leaves the phone. */
export function usePictures() {
  const t = useWords('tickets')
  const [urls, setUrls] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const [uploads] = useState(makeUploads)

  const add = async (files: readonly File[]): Promise<void> => {
    const room = PICTURES_PER_MESSAGE - urls.length
    setProblem(files.length > room ? t('picturesMax', { count: PICTURES_PER_MESSAGE }) : null)
    setReading(true)
    // One after another: several photos at once may be more than a phone's memory.
    for (const file of files.slice(0, room)) {
      try {
        const url = await readAsUrl(await shrinkPicture(file))
        setUrls((before) => (before.includes(url) ? before : [...before, url]))
      } catch {
        setProblem(t('pictureUnreadable'))
      }
    }
    setReading(false)
  }
  return {
    urls,
    refused,
    problem,
    isReading,
    add,
    remove(url: string): void {
      setProblem(null)
      setUrls((before) => before.filter((other) => other !== url))
    },
    clear(): void {
      setProblem(null)
      setUrls([])
      uploads.forget()
    },
    /** Sends a message with the pictures. */
    sendWith: <Sent>(send: (sent: { pictures?: string[] }) => Promise<Sent>) =>
      uploads.sendWith(urls, send, setRefused),
  }
}
