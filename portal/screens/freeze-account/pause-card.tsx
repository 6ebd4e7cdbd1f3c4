import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'

import { limits } from '../../../contract/limits.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { Mark } from '../../../ui/components/list.tsx'
import { Rows } from '../../../ui/components/rows.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { useNow } from '../../../ui/components/use-now.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { useFreeze } from '../../features/account/use-freeze.ts'
import { userPath } from '../../paths.ts'
import { useHasScreen } from '../../state/available-screens.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import css from './freeze-account.module.css'
import { type FreezeState, useSpanText } from './freeze-state.ts'

const DAY_MS = 86_400_000

export function PauseCard({ freeze }: { freeze: FreezeState }) {
  const t = useWords('freeze-account')
  const [asking, setAsking] = useState(false)
  const isActive = freeze.state === 'active'
  const left = freeze.pausesLeft
  return (
    <Card
      title={t('pauseTitle')}
      end={
        isActive ? (
          <Mark tone={left > 0 ? 'brand' : 'warn'}>
            {left > 0 ? t('pausesLeft', { count: left }) : t('pausesUsed')}
          </Mark>
        ) : null
      }
    >
      <p className={css.intro}>{t('pauseIntro')}</p>
      <div className={css.action}>
        {isActive ? (
          <>
            {left === 0 && freeze.nextPauseAt ? (
              <p className="soft">{t('nextPause', { time: momentText(freeze.nextPauseAt) })}</p>
            ) : null}
            {left > 0 ? <ActionButton onClick={() => setAsking(true)}>{t('pause')}</ActionButton> : null}
          </>
        ) : (
          <NothingToPause />
        )}
      </div>
      <Facts
        facts={[
          { icon: 'lines', title: t('factLines'), text: t('factLinesText') },
          {
            icon: 'clock',
            title: t('factTime'),
            text: t('factTimeText', { days: limits.pauseMaxMs / DAY_MS }),
          },
          {
            icon: 'refresh',
            title: t('factLimit', { hours: limits.pauseMinMs / 3_600_000 }),
            text: t('factLimitText', {
              days: limits.pauseWindowMs / DAY_MS,
              count: limits.pausesPerWindow,
              minutes: limits.pauseUndoMs / 60_000,
            }),
          },
          { icon: 'user', title: t('factUse'), text: t('factUseText') },
        ]}
      />
      <PauseSheet opened={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}

function NothingToPause() {
  const t = useWords('freeze-account')
  const hasScreen = useHasScreen()
  const packages = userPath('tcBuy')
  return (
    <>
      <p className="soft">{t('nothingToPause')}</p>
      {hasScreen(packages) ? (
        <Button component={Link} to={packages}>
          {t('choosePackage')}
        </Button>
      ) : null}
    </>
  )
}

export function PauseSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('freeze-account')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('pauseAsk')} closeLabel={base('close')}>
      <PauseForm onDone={onClose} />
    </Sheet>
  )
}

/** A separate component, so that it counts from the moment the sheet opens. */
function PauseForm({ onDone }: { onDone: () => void }) {
  const t = useWords('freeze-account')
  const spanText = useSpanText()
  const expiresAt = useKnownInfo((info) => info.expiresAt)
  const { mutate, isPending, error } = useFreeze('pause', t('pausedNow'), onDone)
  const nowMs = useNow()
  const rows = [
    ...(expiresAt ? [{ name: t('keptTime'), value: spanText((Date.parse(expiresAt) - nowMs) / 1000) }] : []),
    { name: t('earliest'), value: momentText(nowMs + limits.pauseMinMs) },
    { name: t('latest'), value: momentText(nowMs + limits.pauseMaxMs) },
  ]
  return (
    <div className="gap4">
      <Rows rows={rows} />
      {error ? <Callout tone="bad">{failureText(error)}</Callout> : null}
      <ActionButton fill busy={isPending} onClick={() => mutate()}>
        {t('pauseNow')}
      </ActionButton>
    </div>
  )
}
