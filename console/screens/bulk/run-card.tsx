import { Link } from 'react-router'

import type { BulkRun } from '../../../contract/console/bulk.ts'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { moneyText } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'
import css from './bulk.module.css'

export function runTitle(run: BulkRun, t: Translate<'bulk'>): string {
  return run.undoes === null ? workTitle(run, t) : t('runUndo', { title: workTitle(run, t) })
}

function workTitle({ action, days, gb, title, reason, tag }: BulkRun, t: Translate<'bulk'>): string {
  switch (action) {
    case 'days':
      return t('runDays', { count: days ?? 0 })
    case 'traffic':
      return t('runTraffic', { count: gb ?? 0 })
    case 'notice':
      return t('runNotice', { title: title ?? '' })
    case 'block':
      return t('runBlock', { reason: reason ?? '' })
    case 'unblock':
      return t('runUnblock')
    case 'tag':
      return t('runTag', { tag: tag ?? '' })
    case 'untag':
      return t('runUntag', { tag: tag ?? '' })
  }
}

const states = { running: ['busy', 'running'], done: ['good', 'ended'], stopped: ['off', 'stopped'] } as const

/** A run in the list: its title opens its own page. */
export function RunCard({ run }: { run: BulkRun }) {
  const t = useWords('bulk')
  return (
    <article className={css.run}>
      <div className={css.top}>
        <h2 className={css.title}>
          <Link to={`/bulk/${run.id}`}>{runTitle(run, t)}</Link>
        </h2>
        <RunState run={run} />
      </div>
      <RunProgress run={run} />
    </article>
  )
}

export function RunState({ run: { state, undoneBy } }: { run: BulkRun }) {
  const t = useWords('bulk')
  const [tone, word] = undoneBy === null ? states[state] : (['off', 'undone'] as const)
  return <StateWord tone={tone}>{t(word)}</StateWord>
}

/** How far it is, what it cost, and who began it. */
export function RunProgress({ run }: { run: BulkRun }) {
  const t = useWords('bulk')
  const { people, done, skipped, waiting, state, costFen, spentFen, paidBy } = run
  const costs = paidBy === 'reseller' && costFen > 0
  return (
    <>
      <ShareBar
        percent={Math.floor(((people - waiting) / people) * 100)}
        tone={state === 'running' ? 'brand' : 'good'}
        label={t('progress', { done: people - waiting, people })}
      />
      <p className={css.facts}>
        <span>{t('progress', { done, people })}</span>
        {skipped > 0 ? <span>{t('skippedCount', { count: skipped })}</span> : null}
        {costs ? <span>{t('spent', { amount: moneyText(spentFen) })}</span> : null}
        {costs && spentFen !== costFen ? <span>{t('ofPreview', { amount: moneyText(costFen) })}</span> : null}
      </p>
      <p className={css.facts}>{t('by', { name: run.by, at: recordText(run.createdAt) })}</p>
    </>
  )
}
