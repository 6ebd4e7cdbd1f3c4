import { useState } from 'react'

import type { WebhookRow } from '../../../contract/console/webhooks.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'
import css from '../show/row-card.module.css'
import { Section } from '../show/section.tsx'
import { WebhookFormSheet } from './webhook-form-sheet.tsx'
import { useWebhooks } from './webhook-queries.ts'
import { WebhookSheet } from './webhook-sheet.tsx'
import { hookStates, hostOf } from './webhook-words.ts'

/** Addresses of the team's own programs that are told of events. */
export function WebhooksCard({ canChange }: { canChange: boolean }) {
  const t = useWords('connections')
  const base = useWords('base')
  const [adding, setAdding] = useState(false)
  return (
    <Section title={t('hooks')} text={t('hooksText')}>
      <Loaded
        query={useWebhooks()}
        failed={base('loadFailed')}
        bones={<Bones count={1} height={56} />}
        bonesClass={css.stack}
      >
        {({ rows }) => <Webhooks rows={rows} canChange={canChange} />}
      </Loaded>
      {canChange ? (
        <div className={css.presses}>
          <ActionButton tone="quiet" icon="plus" onClick={() => setAdding(true)}>
            {t('hookAdd')}
          </ActionButton>
        </div>
      ) : null}
      <WebhookFormSheet opened={adding} webhook={null} onClose={() => setAdding(false)} />
    </Section>
  )
}

function Webhooks({ rows, canChange }: { rows: readonly WebhookRow[]; canChange: boolean }) {
  const t = useWords('connections')
  const [chosen, setChosen] = useState<string | null>(null)
  if (rows.length === 0) return <EmptyPart topic="notice" title={t('hooksNone')} />
  return (
    <>
      <ul>
        {rows.map(({ webhookId, name, url, state, waiting, givenUp }) => (
          <li key={webhookId} className={css.row}>
            <div className={css.words}>
              <p className={css.name}>{name}</p>
              <p className={css.detail}>
                {[
                  hostOf(url),
                  ...(waiting > 0 ? [t('hookWaitingCount', { count: waiting })] : []),
                  ...(givenUp > 0 ? [t('hookGivenUpCount', { count: givenUp })] : []),
                ].join(' · ')}
              </p>
            </div>
            <div className={css.end}>
              <StateWord tone={hookStates[state].tone}>{t(hookStates[state].word)}</StateWord>
              <button type="button" className={css.press} onClick={() => setChosen(webhookId)}>
                {t('manage')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <WebhookSheet
        webhook={rows.find(({ webhookId }) => webhookId === chosen) ?? null}
        canChange={canChange}
        onClose={() => setChosen(null)}
      />
    </>
  )
}
