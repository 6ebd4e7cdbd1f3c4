import { UpdateBanner } from '../../../ui/components/update-banner.tsx'
import { reloadPage } from '../../../ui/device/app-key.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './banners.module.css'

export function Banners() {
  const t = useWords('shell')
  const session = useSession()
  return (
    <>
      {session.sandbox ? <p className={css.sandbox}>{t('sandbox')}</p> : null}
      {officeOf(session)?.suspended ? <p className={css.suspended}>{t('suspended')}</p> : null}
      <UpdateBanner text={t('outdated')} button={t('reload')} onReload={reloadPage} />
    </>
  )
}
