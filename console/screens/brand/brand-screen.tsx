import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { EditRoom } from '../../features/form/edit-room.tsx'
import { useKeptWords } from '../../features/form/kept-words.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { officeOf, useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './brand.module.css'
import { ColourCard } from './colour-card.tsx'
import { DomainCard } from './domain-card.tsx'
import { HandOutCard } from './hand-out-card.tsx'
import { LinksCard } from './links-card.tsx'
import { MailCard } from './mail-card.tsx'
import { NameCard } from './name-card.tsx'
import { Preview, type PreviewPage } from './preview.tsx'
import { useTextBlocks } from './text-reading.tsx'
import { type OpenText, TextsCard } from './texts-card.tsx'
import { type ShownBrand, useBrand, useBrandDraft } from './use-brand-draft.ts'

/** The shop's appearance: changes show in the preview at once, and to users only after saving. */
export default function BrandScreen() {
  const t = useWords('brand')
  const query = useBrand()
  return (
    <Loaded query={query} failed={t('loadFailed')} bones={<Bones count={4} height={140} />} bonesClass={css.main}>
      {(data) => <Brand data={data} reload={query.refetch} />}
    </Loaded>
  )
}

function Brand({ data, reload }: { data: ShownBrand; reload: () => Promise<unknown> }) {
  const t = useWords('brand')
  const draft = useBrandDraft(data, reload)
  const key = officeOf(useSession())?.key ?? 0
  const say = { ...useKeptWords(), text: t('keptTexts') }
  const [page, setPage] = useState<PreviewPage>('login')
  const [text, setText] = useState<OpenText>({ kind: 'agreement', language: 'zh-CN' })
  const blocks = useTextBlocks(draft.values[text.kind]?.[text.language] ?? '')
  function openText(open: OpenText): void {
    setText(open)
    setPage('text')
  }
  return (
    <EditRoom unsaved={draft.isDirty} isSending={draft.busy} {...(draft.texts.isChanged ? { say } : {})}>
      <div className={css.page}>
        {draft.isDirty ? (
          <ScreenActions>
            <span className={css.unsaved}>{t('unsaved')}</span>
            <ActionButton tone="quiet" onClick={draft.drop}>
              {t('drop')}
            </ActionButton>
            <ActionButton busy={draft.busy} onClick={() => void draft.save()}>
              {t('save')}
            </ActionButton>
          </ScreenActions>
        ) : null}
        <div className={css.main}>
          <NameCard draft={draft} />
          <ColourCard draft={draft} />
          <DomainCard domains={data.domains} pointing={data.pointing} reload={() => void reload()} />
          <LinksCard draft={draft} />
          <TextsCard draft={draft} open={text} blocks={blocks} onOpen={openText} />
          <MailCard draft={draft} mailFrom={data.mailFrom} testTo={data.testTo} />
          <HandOutCard links={data.links} />
        </div>
        <Preview
          brand={{ key, ...draft.shown }}
          sender={draft.values.senderName ?? draft.shown.title}
          text={{ title: t(`text_${text.kind}`), blocks }}
          page={page}
          onPage={setPage}
        />
      </div>
    </EditRoom>
  )
}
