import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { api } from '../../../contract/api.ts'
import { plainBytes } from '../../../contract/bytes.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { List, ListRow } from '../../../ui/components/list.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { MoneyDone } from '../../features/buying/money-done.tsx'
import { Connection } from '../../features/lines/connection.tsx'
import { useIsFirst } from '../../features/lines/use-is-first.ts'
import { userPath } from '../../paths.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'
import { CATALOGUE_KEY, type Trial } from './catalogue.ts'
import { useNowRows } from './quote-facts.tsx'

/** The free trials that this user may have. The result stays when the list is empty afterwards. */
export function Trials({ trials }: { trials: readonly Trial[] }) {
  const t = useWords('packages')
  const base = useWords('base')
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  const claim = useMutation({
    mutationFn: (packageId: string) => call(api.packages.trial, { packageId }),
    onSuccess: async () => {
      await refreshAccount(queries)
      setDone(true)
    },
    // Taken in another tab, or given out: show what is left.
    onError: () => void queries.invalidateQueries({ queryKey: CATALOGUE_KEY }),
  })
  return (
    <>
      {trials.length > 0 || claim.error ? (
        <Card title={t('trial')}>
          <List>
            {trials.map((trial) => (
              <TrialRow
                key={trial.id}
                trial={trial}
                busy={claim.isPending && claim.variables === trial.id}
                onTake={() => claim.mutate(trial.id)}
              />
            ))}
          </List>
          {claim.error ? <Callout tone="bad">{failureText(claim.error)}</Callout> : null}
        </Card>
      ) : null}
      <Sheet opened={isDone} onClose={() => setDone(false)} title={t('trial')} closeLabel={base('close')}>
        <TrialDone onClose={() => setDone(false)} />
      </Sheet>
    </>
  )
}

function TrialRow({ trial, busy, onTake }: { trial: Trial; busy: boolean; onTake: () => void }) {
  const t = useWords('packages')
  const navigate = useNavigate()
  const { name, note, days, trafficBytes, deviceLimit, needsEmail } = trial
  const facts = t('trialFacts', { days, amount: plainBytes(trafficBytes), devices: deviceLimit })
  return (
    <ListRow
      name={name}
      about={
        <>
          <span>{facts}</span>
          {note === '' ? null : <span>{note}</span>}
          <span>{t(needsEmail ? 'trialNeedsEmail' : 'trialFree')}</span>
        </>
      }
      end={
        needsEmail ? (
          <ActionButton tone="quiet" onClick={() => void navigate(userPath('emailBind'))}>
            {t('trialBind')}
          </ActionButton>
        ) : (
          <ActionButton tone="quiet" busy={busy} label={`${t('trialTake', { days })} ${name}`} onClick={onTake}>
            {t('trialTake', { days })}
          </ActionButton>
        )
      }
    />
  )
}

function TrialDone({ onClose }: { onClose: () => void }) {
  const t = useWords('packages')
  const rows = useNowRows()
  const isFirst = useIsFirst()
  return (
    <MoneyDone title={t('trialDone')} text={t('trialText')} rows={rows} isWelcome={isFirst} onClose={onClose}>
      {isFirst ? <Connection onDone={onClose} /> : null}
    </MoneyDone>
  )
}
