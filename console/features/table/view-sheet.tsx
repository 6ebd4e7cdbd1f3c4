import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { useWords } from '../../words/language.ts'
import { EditForm } from '../form/edit-form.tsx'
import { EditSheet } from '../form/edit-sheet.tsx'
import { Field } from '../form/plain-fields.tsx'

type Props = { opened: boolean; onClose: () => void; save: (name: string) => Promise<void> }

/** Asks for the name of a view. */
export default function ViewSheet({ opened, onClose, save }: Props) {
  const t = useWords('table')
  const base = useWords('base')
  const form = useSubmit<'name'>({
    rules: { name: { label: t('viewName'), required: true, max: 40 } },
    send: ({ name }) => save(name),
  })
  return (
    <EditSheet opened={opened} onClose={onClose} title={t('saveView')} closeLabel={base('close')}>
      <EditForm form={form}>
        <p>{t('viewNote')}</p>
        <Field name="name" label={t('viewName')} maxLength={40} autoComplete="off" error={form.problems.name} />
        <ActionButton type="submit" fill busy={form.busy}>
          {base('save')}
        </ActionButton>
      </EditForm>
    </EditSheet>
  )
}
