import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
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
    <Card title={t('codeLabel')}>
      <p className={css.code}>{code}</p>
      <p className="soft">{percent > 0 ? t('earn', { percent }) : t('earnNothing')}</p>
      <div className={css.ways}>
        {canShare ? (
          <ActionButton fill icon="external" onClick={() => void share()}>
            {t('share')}
          </ActionButton>
        ) : null}
        <ActionButton fill tone={canShare ? 'quiet' : 'main'} icon="copy" onClick={() => void copy(link)}>
          {t('copyLink')}
        </ActionButton>
        <ActionButton fill tone="quiet" onClick={() => void copy(code)}>
          {t('copyCode')}
        </ActionButton>
      </div>
      <p className={css.link}>{link}</p>
      <div className={css.qr}>
        <QrCode text={link} label={t('qrLabel')} />
        <p>{t('scan')}</p>
      </div>
    </Card>
  )
}
