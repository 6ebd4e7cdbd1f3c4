import { Link } from 'react-router'

import { Icon, type IconName } from '../../../ui/components/icon.tsx'
import { StateCard } from '../../../ui/components/state-card.tsx'
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
  const hasTotp = factors?.totp ?? false
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0
  const hasFactor = hasTotp || hasPasskey
  const isKnown = factors !== undefined && hasEmail !== null
  // If no mail can be sent, do not ask for an address.
  const needsEmail = hasMail && !hasEmail
  const level = (['levelLow', 'levelMiddle', 'levelHigh'] as const)[Number(!needsEmail) + Number(hasFactor)]!
  const checks: { icon: IconName; name: string; on: boolean }[] = [
    ...(hasMail || hasEmail ? [{ icon: 'mail' as const, name: t('email'), on: hasEmail === true }] : []),
    { icon: 'shield', name: t('factor'), on: hasTotp },
    { icon: 'fingerprint', name: t('passkey'), on: hasPasskey },
  ]
  return (
    <StateCard sign="shield" label={t('label')} title={isKnown ? t(level) : '–'}>
      <p className={css.next}>
        {isKnown ? <NextStep hasEmail={hasEmail} needsEmail={needsEmail} hasFactor={hasFactor} /> : null}
      </p>
      <ul className={css.checks} aria-hidden={!isKnown}>
        {checks.map(({ icon, name, on }) => (
          <li key={name} className={css.check} data-on={on}>
            <Icon name={on ? 'check' : icon} size={16} />
            {name}
            <span className={css.word}>{t(on ? 'on' : 'off')}</span>
          </li>
        ))}
      </ul>
    </StateCard>
  )
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
