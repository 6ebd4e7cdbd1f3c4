import { useState } from 'react'

import type { KeyRow } from '../../../contract/console/keys.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import { moneyText } from '../show/money.tsx'
import css from '../show/row-card.module.css'
import { Section } from '../show/section.tsx'
import { Tag } from '../show/tag.tsx'
import { KeySheet } from './key-sheet.tsx'
import { MakeKeySheet } from './make-key-sheet.tsx'
import { useKeys } from './use-keys.ts'

const stateWords = { expired: 'keyExpired', maker_gone: 'keyMakerGone', revoked: 'keyRevoked' } as const

/** Keys for programs: which there are, what they may, and when they were last used. */
export function KeysCard({ canChange }: { canChange: boolean }) {
  const t = useWords('connections')
  const base = useWords('base')
  const [making, setMaking] = useState(false)
  const [opened, setOpened] = useState<KeyRow | null>(null)
  return (
    <Section title={t('keys')} text={t('keysText')}>
      <Loaded
        query={useKeys()}
        failed={base('loadFailed')}
        bones={<Bones count={2} height={56} />}
        bonesClass={css.stack}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <p className={css.text}>{t('noKeys')}</p>
          ) : (
            <ul>
              {rows.map((key) => (
                <li key={key.id} className={css.row}>
                  <KeyWords row={key} />
                  <button type="button" className={css.press} onClick={() => setOpened(key)}>
                    {t('manage')}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {canChange ? (
        <ActionButton tone="quiet" icon="plus" onClick={() => setMaking(true)}>
          {t('newKey')}
        </ActionButton>
      ) : null}
      <MakeKeySheet opened={making} onClose={() => setMaking(false)} />
      <KeySheet row={opened} canChange={canChange} onClose={() => setOpened(null)} />
    </Section>
  )
}

function KeyWords({ row }: { row: KeyRow }) {
  const t = useWords('connections')
  const { name, short, state, dailyFen, spentFen, usedAt, usedFrom, oldUntil } = row
  const spends = t('keySpent', { spent: moneyText(spentFen), limit: moneyText(dailyFen) })
  return (
    <div className={css.words}>
      <p className={css.name}>
        {name}
        {state === 'live' ? null : <Tag tone="warn">{t(stateWords[state])}</Tag>}
        {oldUntil === null ? null : <Tag tone="warn">{t('keyRotating')}</Tag>}
      </p>
      <p className={css.detail}>
        <code>yxk_{short}_…</code>
        {' · '}
        {dailyFen === 0 ? t('keySpendsNothing') : spends}
      </p>
      <p className={css.detail}>
        {usedAt === null ? t('keyUnused') : t('keyUsed', { at: recordText(usedAt), from: usedFrom ?? '—' })}
      </p>
    </div>
  )
}
