import { useRef, useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import { PICTURES_PER_MESSAGE } from '../../../contract/pictures.ts'
import type { TicketPicture } from '../../../contract/tickets.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { ApiError } from '../../../ui/http/api-error.ts'
import { bytesOf, PICTURE_TYPES, readAsUrl, shrinkPicture } from '../../../ui/pictures/shrink-picture.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import items from '../../features/show/item-rows.module.css'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { ReplyPictures } from './reply-pictures.tsx'

type Props = { pictures: readonly TicketPicture[]; onChange: (pictures: TicketPicture[]) => void }

/** The pictures of a template, and a place for one more. */
export function TemplatePictures({ pictures, onChange }: Props) {
  const t = useWords('tickets')
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function add(file: File): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const bytes = bytesOf(await readAsUrl(await shrinkPicture(file)))
      onChange([...pictures, await call(consoleApi.ticketTemplates.upload, { bytes })])
    } catch (error) {
      setProblem(error instanceof ApiError ? failureText(error) : t('pictureUnreadable'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ReplyPictures pictures={pictures} onChange={onChange} />
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('addPicture')}
        accept={PICTURE_TYPES.join(',')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
          if (file) void add(file)
        }}
      />
      {pictures.length < PICTURES_PER_MESSAGE ? (
        <ActionButton tone="quiet" icon="plus" busy={busy} onClick={() => chooser.current?.click()}>
          {t('addPicture')}
        </ActionButton>
      ) : null}
      <p className={items.soft} role={problem === null ? undefined : 'alert'}>
        {problem ?? t('templatePicturesHint', { count: PICTURES_PER_MESSAGE })}
      </p>
    </>
  )
}
