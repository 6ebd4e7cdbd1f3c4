import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { Agency } from '../../../contract/agencies.ts'
import { Card } from '../../components/card.tsx'
import { CopyRows } from '../../components/copy-rows.tsx'
import { QrCode } from '../../qr/qr-code.tsx'
import { StateCard } from '../../components/state-card.tsx'
import { useWords } from '../../locales/language.ts'
import { userPath } from '../../paths.ts'
import css from './open-agency.module.css'

/** It is open: what names it, and how to begin. */
export function AgencyReady({ agency }: { agency: Agency }) {
  const t = useWords('agency')
  const user = useWords('user')
  const chip = agency.suspended ? 'suspended' : agency.approved ? 'approved' : 'inReview'
  return (
    <div className={css.grid}>
      <StateCard
        sign="agency"
        label={t('own')}
        title={agency.name}
        chip={t(chip)}
        text={t(agency.approved ? 'approvedText' : 'inReviewText')}
      />
      <Card title={t('facts')}>
        <div className={css.ready}>
          <CopyRows
            rows={[
              { name: t('number'), value: String(agency.daili_id) },
              { name: 'App Key', value: agency.app_key },
              { name: t('link'), value: agency.portalUrl },
            ]}
            copyLabel={(name) => `${user('copy')} ${name}`}
          />
          <div className={css.qr}>
            <QrCode text={agency.portalUrl} label={t('qrLabel')} />
          </div>
        </div>
      </Card>
      <Card title={t('begin')}>
        <ol className={css.steps}>
          <li>
            <p className={css.stepTitle}>{t('stepFactor')}</p>
            <p className={css.note}>{t('stepFactorText')}</p>
            <Button component={Link} to={`${userPath('change_pass')}?tab=factors`} variant="light">
              {t('toFactors')}
            </Button>
          </li>
          <li>
            <p className={css.stepTitle}>{t('stepShare')}</p>
            <p className={css.note}>{t('stepShareText')}</p>
          </li>
          {agency.approved ? null : (
            <li>
              <p className={css.stepTitle}>{t('stepReview')}</p>
              <p className={css.note}>{t('stepReviewText')}</p>
            </li>
          )}
        </ol>
      </Card>
    </div>
  )
}
