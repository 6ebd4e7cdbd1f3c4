import { consoleApi } from '../../../contract/console/api.ts'
import type { TicketPicture } from '../../../contract/tickets.ts'
import { SentPictures } from '../../../ui/components/sent-pictures.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './desk.module.css'

type Props = { pictures: readonly TicketPicture[]; onChange: (pictures: TicketPicture[]) => void }

/** Pictures of templates that go with an answer. Each opens, and can be left out. */
export function ReplyPictures({ pictures, onChange }: Props) {
  const t = useWords('tickets')
  const base = useWords('base')
  if (pictures.length === 0) return null
  return (
    <ul className={css.pictures} aria-label={t('replyPictures')}>
      {pictures.map((picture, at) => {
        const name = t('picture', { number: at + 1 })
        const words = { name: () => name, failed: t('pictureFailed'), close: base('close') }
        return (
          <li key={picture.pictureId}>
            <SentPictures
              pictures={[picture]}
              load={(pictureId) => call(consoleApi.ticketTemplates.picture, { pictureId })}
              words={words}
            />
            <TextButton
              tone="quiet"
              label={`${t('leaveOut')}: ${name}`}
              onClick={() => onChange(pictures.filter((one) => one !== picture))}
            >
              {t('leaveOut')}
            </TextButton>
          </li>
        )
      })}
    </ul>
  )
}
