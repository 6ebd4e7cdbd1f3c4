import { readPageStart } from '../../../ui/device/page-start.ts'
import { UpdateBanner } from '../../../ui/components/update-banner.tsx'
import { useWords } from '../../words/language.ts'
import { reloadPage } from '../../../ui/device/reload-page.ts'
import { useConfigState } from '../../state/config.ts'
import css from './banners.module.css'
import { useConnection } from './use-connection.ts'

/** What holds for every page: no network, a newer version, no real money here, no sales for now. */
export function Banners() {
  const t = useWords('user')
  const { features, suspended, operatorContact } = useConfigState((state) => state.dailiConfig)
  const isOnline = useConnection()
  const sandbox = features?.sandbox ?? readPageStart().sandbox
  return (
    <>
      <div role="status">{isOnline ? null : <p className={css.offline}>{t('offline')}</p>}</div>
      <UpdateBanner text={t('newVersion')} button={t('reloadNow')} onReload={reloadPage} />
      {sandbox ? <p className={css.sandbox}>{t('sandbox')}</p> : null}
      {suspended ? (
        <p className={css.suspended}>
          {t('suspended')}
          {operatorContact ? t('suspendedContact', { contact: operatorContact }) : null}
        </p>
      ) : null}
    </>
  )
}
