import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import { Loaded, PageBones } from '../../../ui/components/loaded.tsx'
import { call } from '../../../ui/http/client.ts'
import { BlockCallout } from '../../features/account/block-callout.tsx'
import { FREEZE_KEY } from '../../features/account/use-freeze.ts'
import { signOut } from '../../session/sign-out.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import type { FreezeState } from './freeze-state.ts'
import { LockCard } from './lock-card.tsx'
import { Locked } from './locked.tsx'
import { PauseCard } from './pause-card.tsx'
import { ResumeCard } from './resume-card.tsx'
import { ServiceState } from './service-state.tsx'

/**
 * Once locked, nothing on the screen may call the server: every token is invalid, and the answer would redirect the
 * reader before they have read how to unlock.
 */
export default function FreezeAccountScreen() {
  const [forgotten, setForgotten] = useState<Promise<unknown> | null>(null)
  if (forgotten) return <Locked forgotten={forgotten} />
  return <FreezeAccount onLocked={() => setForgotten(signOut())} />
}

export function FreezeAccount({ onLocked }: { onLocked: () => void }) {
  const user = useWords('user')
  const query = useQuery({ queryKey: FREEZE_KEY, queryFn: () => call(api.accounts.freezeState, {}) })
  const blockedReason = useKnownInfo((info) => info.blockedReason)
  return (
    <Loaded
      query={query}
      failed={user('loadFailedTitle')}
      card={user('freeze_acc')}
      bones={<PageBones heights={[280, 280]} />}
      bonesClass="split"
    >
      {(freeze) => (
        <div className="split">
          <BlockCallout />
          <ServiceState freeze={freeze} />
          {blockedReason === null ? <Service freeze={freeze} /> : null}
          <LockCard canLock={freeze.canLock} onLocked={onLocked} />
        </div>
      )}
    </Loaded>
  )
}

function Service({ freeze }: { freeze: FreezeState }) {
  return freeze.state === 'paused' ? <ResumeCard freeze={freeze} /> : <PauseCard freeze={freeze} />
}
