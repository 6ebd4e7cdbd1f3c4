import { Icon } from '../../../ui/components/icon.tsx'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { useCopy } from '../../features/account/use-copy.ts'
import { useWords } from '../../words/language.ts'
import css from './code-card.module.css'
import type { InviteSummary } from './invite-data.ts'

/** The invitation in three forms: a link, a picture to scan, a code to type. */
export function CodeCard({ summary: { code, link, percent } }: { summary: InviteSummary }) {
  const t = useWords('invite')
  const copy = useCopy()
  const canShare = 'share' in navigator
  // Closing the system's share sheet rejects: that is no failure.
  const share = () => navigator.share({ title: t('shareTitle'), url: link }).catch(() => {})
  return (
    <section className={css.card} aria-label={t('codeLabel')}>
      <div className={css.words}>
        <h2 className={css.label}>{t('codeLabel')}</h2>
        <p className={css.code}>{code}</p>
        <p className={css.text}>{percent > 0 ? t('earn', { percent }) : t('earnNothing')}</p>
        <p className={css.link}>{link}</p>
        <div className={css.actions}>
          {canShare ? (
            <button type="button" className={css.main} onClick={() => void share()}>
              <Icon name="external" size={18} />
              {t('share')}
            </button>
          ) : null}
          <button type="button" className={canShare ? css.quiet : css.main} onClick={() => void copy(link)}>
            <Icon name="copy" size={18} />
            {t('copyLink')}
          </button>
          <button type="button" className={css.quiet} onClick={() => void copy(code)}>
            {t('copyCode')}
          </button>
        </div>
      </div>
      <div className={css.qr}>
        <QrCode text={link} label={t('qrLabel')} />
        <p className={css.scan}>{t('scan')}</p>
      </div>
    </section>
  )
}
