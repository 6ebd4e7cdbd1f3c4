import { Link } from 'react-router'

import { Callout } from '../../../ui/components/auth/callout.tsx'
import { useWords } from '../../words/language.ts'

/** Tells the user to unlock the account first. */
export function LockedCallout({ userName }: { userName: string }) {
  const t = useWords('login')
  return (
    <Callout tone="bad">
      {t('locked')}
      {/* The name is passed in the history entry, not in the address. */}
      <Link to="/find_pass?unlock=1" state={{ userName }}>
        {t('unlock')}
      </Link>
    </Callout>
  )
}
