import { Link } from 'react-router'

import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useWords } from '../../words/language.ts'

/** The account has to be unlocked first. */
export function LockedCallout({ userName }: { userName: string }) {
  const t = useWords('login')
  return (
    <Callout tone="bad">
      {t('locked')}
      {/* The name travels in the history entry, not in the address. */}
      <Link to="/find_pass?unlock=1" state={{ userName }}>
        {t('unlock')}
      </Link>
    </Callout>
  )
}
