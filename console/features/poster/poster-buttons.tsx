import { ActionButton } from '../../../ui/components/action-button.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './poster-buttons.module.css'
import { savePoster, saveQr } from './save-poster.ts'

/** A link as a picture: just the code, or a page to hang up. */
export function PosterButtons({ link }: { link: string }) {
  const t = useWords('overview')
  const base = useWords('base')
  const title = officeOf(useSession())?.title ?? ''
  const save = (work: Promise<void>) => {
    work.catch(() => showMessage('error', base('unexpected')))
  }
  return (
    <div className={css.row}>
      <ActionButton tone="quiet" icon="qr" onClick={() => save(saveQr(t('qrFile'), link))}>
        {t('saveQr')}
      </ActionButton>
      <ActionButton
        tone="quiet"
        icon="download"
        onClick={() => save(savePoster(t('posterFile'), { title, call: t('posterCall'), link }))}
      >
        {t('savePoster')}
      </ActionButton>
    </div>
  )
}
