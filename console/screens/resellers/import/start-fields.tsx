import type { ShownImport } from '../../../../contract/console/imports.ts'
import { limits } from '../../../../contract/limits.ts'
import { Segments } from '../../../../ui/components/segments.tsx'
import { Checkbox, PasswordInput, TextInput } from '../../../features/form/fields.tsx'
import { useWords } from '../../../words/language.ts'
import type { StartDraft } from './start-draft.ts'

type Props = {
  draft: StartDraft
  /** Decided before: terms stay. */
  open: ShownImport | null
  /** How many findings need a look. */
  looks: number
  onChange: (changes: Partial<StartDraft>) => void
}

const digitsIn = (text: string) => text.replaceAll(/\D/g, '')

export function StartFields({ draft, open, looks, onChange }: Props) {
  const t = useWords('imports')
  return (
    <>
      <PlaceFields draft={draft} onChange={onChange} />
      {open ? (
        <p>{t('percentKept', { percent: open.wholesalePercent })}</p>
      ) : (
        <TextInput
          name="wholesalePercent"
          label={t('percentField')}
          description={t('percentHint')}
          inputMode="numeric"
          value={draft.percent}
          maxLength={3}
          autoComplete="off"
          onChange={(event) => onChange({ percent: digitsIn(event.currentTarget.value) })}
        />
      )}
      <PasswordInput
        name="serverToken"
        label={t('tokenField')}
        description={t('tokenHint')}
        autoComplete="off"
        value={draft.token}
        maxLength={200}
        onChange={(event) => onChange({ token: event.currentTarget.value })}
      />
      {looks > 0 ? (
        <Checkbox
          name="hasLooked"
          label={t('lookedField', { count: looks })}
          checked={draft.hasLooked}
          onChange={(event) => onChange({ hasLooked: event.currentTarget.checked })}
        />
      ) : null}
    </>
  )
}

function PlaceFields({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const t = useWords('imports')
  return (
    <>
      <Segments
        label={t('place')}
        value={draft.place}
        options={[
          { value: 'new', label: t('placeNew') },
          { value: 'old', label: t('placeOld') },
        ]}
        onChange={(place) => onChange({ place })}
      />
      {draft.place === 'new' ? (
        <TextInput
          name="title"
          label={t('titleField')}
          value={draft.title}
          maxLength={limits.brandTitleMax}
          autoComplete="off"
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
      ) : (
        <>
          <TextInput
            name="resellerId"
            label={t('resellerField')}
            inputMode="numeric"
            value={draft.reseller}
            maxLength={9}
            autoComplete="off"
            onChange={(event) => onChange({ reseller: digitsIn(event.currentTarget.value) })}
          />
          <TextInput
            name="source"
            label={t('sourceField')}
            description={t('sourceHint')}
            value={draft.source}
            maxLength={40}
            autoComplete="off"
            onChange={(event) =>
              onChange({ source: event.currentTarget.value.toLowerCase().replaceAll(/[^a-z\d-]/g, '') })
            }
          />
        </>
      )}
    </>
  )
}
