import { useState } from 'react'

import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useRoleName } from '../../features/role/role-name.ts'
import css from '../../features/show/row-card.module.css'
import { Section } from '../../features/show/section.tsx'
import { Tag } from '../../features/show/tag.tsx'
import { useWords } from '../../words/language.ts'
import { MemberSheet } from './member-sheet.tsx'
import { type Member, useMembers } from './team-queries.ts'
import own from './team.module.css'

export function MembersCard({ canChange }: { canChange: boolean }) {
  const t = useWords('team')
  const base = useWords('base')
  return (
    <Section title={t('members')} text={t('membersText')}>
      <Loaded
        query={useMembers()}
        failed={base('loadFailed')}
        bones={<Bones count={4} height={56} />}
        bonesClass={css.stack}
      >
        {({ rows }) => <Members members={rows} canChange={canChange} />}
      </Loaded>
    </Section>
  )
}

function Members({ members, canChange }: { members: readonly Member[]; canChange: boolean }) {
  const t = useWords('team')
  const account = useWords('account')
  const roleName = useRoleName()
  const language = useLanguage()
  const [chosen, setChosen] = useState<Member | null>(null)
  if (members.length === 0) return <EmptyPart topic="people" title={t('noneYet')} />
  return (
    <>
      <ul>
        {members.map((member) => (
          <li key={member.id} className={css.row}>
            <span className={own.initial} aria-hidden="true">
              {member.name.slice(0, 1).toUpperCase()}
            </span>
            <div className={css.words}>
              <p className={css.name}>
                {member.name}
                <Tag>{roleName(member.role)}</Tag>
                {member.isSelf ? <Tag>{t('self')}</Tag> : null}
              </p>
              <p className={css.detail}>
                {member.email ?? account('noMail')} ·{' '}
                {member.seenAt ? account('seenAgo', { ago: agoText(member.seenAt, language) }) : t('noDevices')}
              </p>
            </div>
            <StateWord tone={member.hasFactor ? 'good' : 'warn'}>
              {t('hasFactor')} {t(member.hasFactor ? 'on' : 'off')}
            </StateWord>
            <button type="button" className={css.press} onClick={() => setChosen(member)}>
              {t('manage')}
            </button>
          </li>
        ))}
      </ul>
      <MemberSheet member={chosen} canChange={canChange} onClose={() => setChosen(null)} />
    </>
  )
}
