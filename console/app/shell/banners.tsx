import { UpdateBanner } from '../../../ui/components/update-banner.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { reloadPage } from '../../../ui/device/app-key.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { useBusinessZone } from '../../session/business-zone.ts'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './banners.module.css'

/** Tells members in another time zone once that all times here use the business's clock. */
function Zone() {
  const t = useWords('shell')
  const zone = useBusinessZone()
  const nowMs = useNow()
  if (zone === null) return null
  return <p className={css.zone}>{t('zone', { zone, now: recordText(nowMs) })}</p>
}

export function Banners() {
  const t = useWords('shell')
  const session = useSession()
  const office = officeOf(session)
  return (
    <>
      {session.sandbox ? <p className={css.sandbox}>{t('sandbox')}</p> : null}
      {office?.suspended ? (
        <p className={css.suspended} role="status">
          {t('suspended')}{' '}
          {office.suspendedReason === null ? null : (
            <strong className={css.reason}>{t('suspendedReason', { reason: office.suspendedReason })}</strong>
          )}
        </p>
      ) : null}
      <Zone />
      <UpdateBanner text={t('outdated')} button={t('reload')} onReload={reloadPage} />
    </>
  )
}
