import type { Agency, AgencyBeginning } from '../../../contract/agencies.ts'
import { Card } from '../../../ui/components/card.tsx'
import { CopyRows } from '../../../ui/components/copy-rows.tsx'
import { StateLine } from '../../../ui/components/state-line.tsx'
import { QrCode } from '../../../ui/qr/qr-code.tsx'
import { useCopy } from '../../features/account/use-copy.ts'
import { useWords } from '../../words/language.ts'
import { Beginning } from './beginning.tsx'
import css from './open-agency.module.css'

const CHIPS = {
  suspended: { chip: 'suspended', text: 'suspendedText' },
  approved: { chip: 'approved', text: 'approvedText' },
  inReview: { chip: 'inReview', text: 'inReviewText' },
} as const

/** The agency is open: its name, and how to begin. */
export function AgencyReady({ agency, beginning }: { agency: Agency; beginning: AgencyBeginning }) {
  const t = useWords('open-agency')
  const user = useWords('user')
  const copy = useCopy()
  const { chip, text } = CHIPS[agency.suspended ? 'suspended' : agency.approved ? 'approved' : 'inReview']
  return (
    <div className="split">
      <StateLine label={t('own')} title={agency.name} chip={t(chip)} text={t(text)} />
      <Beginning agency={agency} beginning={beginning} />
      <Card title={t('facts')}>
        <div className={css.ready}>
          <CopyRows
            rows={[
              { name: t('number'), value: String(agency.daili_id) },
              { name: 'App Key', value: agency.app_key },
              { name: t('link'), value: agency.portalUrl },
            ]}
            copyLabel={(name) => `${user('copy')} ${name}`}
            onCopy={copy}
          />
          <div className={css.qr}>
            <QrCode text={agency.portalUrl} label={t('qrLabel')} />
          </div>
        </div>
      </Card>
    </div>
  )
}
