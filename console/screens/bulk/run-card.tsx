import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { BulkRun } from '../../../contract/console/bulk.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import css from './bulk.module.css'

export function runTitle({ action, days, gb, title, reason }: BulkRun, t: Translate<'bulk'>): string {
  switch (action) {
    case 'days':
      return t('runDays', { count: days ?? 0 })
    case 'traffic':
      return t('runTraffic', { count: gb ?? 0 })
    case 'notice':
      return t('runNotice', { title: title ?? '' })
    case 'block':
      return t('runBlock', { reason: reason ?? '' })
  }
}

const states = { running: ['busy', 'running'], done: ['good', 'ended'], stopped: ['off', 'stopped'] } as const

export function RunCard({ run, onResults }: { run: BulkRun; onResults: () => void }) {
  const t = useWords('bulk')
  const queries = useQueryClient()
  const [stopping, setStopping] = useState(false)
  const { people, done, skipped, state, costFen, spentFen, paidBy } = run
  const [tone, word] = states[state]
  const costs = paidBy === 'reseller' && costFen > 0
  return (
    <article className={css.run}>
      <div className={css.top}>
        <h2 className={css.title}>{runTitle(run, t)}</h2>
        <StateWord tone={tone}>{t(word)}</StateWord>
      </div>
      <ShareBar
        percent={Math.floor(((done + skipped) / people) * 100)}
        tone={state === 'running' ? 'brand' : 'good'}
        label={t('progress', { done: done + skipped, people })}
      />
      <p className={css.facts}>
        <span>{t('progress', { done, people })}</span>
        {skipped > 0 ? <span>{t('skippedCount', { count: skipped })}</span> : null}
        {costs ? <span>{t('spent', { amount: moneyText(spentFen) })}</span> : null}
        {costs && spentFen !== costFen ? <span>{t('ofPreview', { amount: moneyText(costFen) })}</span> : null}
      </p>
      <p className={css.facts}>{t('by', { name: run.by, at: recordText(run.createdAt) })}</p>
      <div className={css.actions}>
        <ActionButton tone="quiet" onClick={onResults}>
          {t('results')}
        </ActionButton>
        {state === 'running' ? (
          <ActionButton tone="dangerQuiet" onClick={() => setStopping(true)}>
            {t('stop')}
          </ActionButton>
        ) : null}
      </div>
      <ConfirmSheet
        opened={stopping}
        onClose={() => setStopping(false)}
        title={t('stopTitle')}
        button={t('stop')}
        tone="danger"
        act={async () => {
          await call(consoleApi.bulk.stop, { id: run.id })
          await queries.invalidateQueries({ queryKey: [consoleApi.bulk.list.path] })
        }}
      >
        {t('stopText')}
      </ConfirmSheet>
    </article>
  )
}
