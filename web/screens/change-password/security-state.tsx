import { Link } from 'react-router'

import { Icon, type IconName } from '../../components/icon.tsx'
import { StateCard } from '../../components/state-card.tsx'
import { useWords } from '../../locales/language.ts'
import { userPath } from '../../paths.ts'
import { useUserState } from '../../state/user.ts'
import { useFactors } from './factors/factor-state.ts'
import css from './security-state.module.css'

/** How well the account is guarded, and the one thing to do next. */
export function SecurityState() {
  const t = useWords('security')
  const hasEmail = useUserState((state) => state.userInfo.emailVerified ?? false)
  const { data: factors } = useFactors()
  const hasTotp = factors?.totp ?? false
  const hasPasskey = (factors?.passkeys.length ?? 0) > 0
  const hasFactor = hasTotp || hasPasskey
  const level = (['levelLow', 'levelMiddle', 'levelHigh'] as const)[Number(hasEmail) + Number(hasFactor)]!
  const checks: { icon: IconName; name: string; on: boolean }[] = [
    { icon: 'mail', name: t('email'), on: hasEmail },
    { icon: 'shield', name: t('factor'), on: hasTotp },
    { icon: 'fingerprint', name: t('passkey'), on: hasPasskey },
  ]
  return (
    <StateCard sign="shield" label={t('label')} title={factors ? t(level) : '–'}>
      <p className={css.next}>{factors ? <NextStep hasEmail={hasEmail} hasFactor={hasFactor} /> : null}</p>
      <ul className={css.checks} aria-hidden={!factors}>
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

function NextStep({ hasEmail, hasFactor }: { hasEmail: boolean; hasFactor: boolean }) {
  const t = useWords('security')
  if (hasEmail && hasFactor) return t('nextNothing')
  return (
    <Link className={css.link} to={hasEmail ? '?tab=factors' : userPath('emailBind')} replace={hasEmail}>
      {t(hasEmail ? 'nextFactor' : 'nextEmail')}
      <Icon name="chevron" size={16} />
    </Link>
  )
}
