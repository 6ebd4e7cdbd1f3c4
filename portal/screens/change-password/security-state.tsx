import { Link } from 'react-router'

import { Icon } from '../../../ui/components/icon.tsx'
import { StateLine } from '../../../ui/components/state-line.tsx'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useHasMail } from '../../state/reseller-facts.ts'
import { useWords } from '../../words/language.ts'
import { useFactors } from './factors/factor-state.ts'
import css from './security-state.module.css'

/** How well the account is protected, and the next thing to do. */
export function SecurityState() {
  const t = useWords('change-password')
  const hasMail = useHasMail()
  const hasEmail = useKnownInfo((info) => info.emailVerified)
  const { data: factors } = useFactors()
  const hasFactor = factors !== undefined && (factors.totp || factors.passkeys.length > 0)
  const isKnown = factors !== undefined && hasEmail !== null
  // If no mail can be sent, do not ask for an address.
  const needsEmail = hasMail && !hasEmail
  const level = (['levelLow', 'levelMiddle', 'levelHigh'] as const)[Number(!needsEmail) + Number(hasFactor)]!
  const next = isKnown ? <NextStep hasEmail={hasEmail} needsEmail={needsEmail} hasFactor={hasFactor} /> : '\u00a0'
  return <StateLine label={t('label')} title={isKnown ? t(level) : '–'} text={next} />
}

type NextProps = { hasEmail: boolean; needsEmail: boolean; hasFactor: boolean }

function NextStep({ hasEmail, needsEmail, hasFactor }: NextProps) {
  const t = useWords('change-password')
  if (!needsEmail && hasFactor) return hasEmail ? t('nextNothing') : null
  return (
    <Link className={css.link} to={needsEmail ? userPath('emailBind') : '?tab=factors'} replace={!needsEmail}>
      {t(needsEmail ? 'nextEmail' : 'nextFactor')}
      <Icon name="chevron" size={16} />
    </Link>
  )
}
